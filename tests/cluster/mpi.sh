#!/bin/sh
# mpi.sh HEDDLE: `heddle bench --launcher mpi' with three ranks, and again with a worker that is killed.
# shellcheck source=tests/cluster/common.sh
. "$(dirname "$0")/common.sh"
command -v mpirun >/dev/null 2>&1 || skip "there is no mpirun"
[ -f "$(dirname "$heddle")/heddle-mpi.so" ] || skip "this build has no MPI"
# Ranks are processes of this machine, however many cores it has; a test machine may have no user but root.
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 OMPI_MCA_rmaps_base_oversubscribe=1
export ASAN_OPTIONS=detect_leaks=0 # OpenMPI keeps what it has allocated
trap 'rm -rf "$work"' EXIT
make_suite

farm() {
  results=$1
  shift
  mpirun "$@" -n 3 "$heddle" bench --launcher mpi --results "$results" --tool "$work/tool %s" "$work/tasks.tsv"
}

farm "$work/whole.jsonl" >"$work/whole.txt"
same_rows "$work/whole.jsonl"

# The ranks are mpirun's children; the last one is a worker. It is killed while it has a task.
touch "$work/hold"
farm "$work/killed.jsonl" --enable-recovery >"$work/killed.txt" 2>"$work/killed.log" &
job=$!
until [ -s "$work/killed.jsonl" ]; do sleep 0.1; done
ranks=$(pgrep -P "$(pgrep -f -o "mpirun --enable-recovery -n 3 $heddle bench")")
kill -9 "$(echo "$ranks" | tail -n 1)"
rm "$work/hold"
wait $job
same_rows "$work/killed.jsonl"
grep -q '1 workers were lost' "$work/killed.log" || fail "the lost worker was not noticed"
echo "mpi: two runs with the same $tasks rows"

# One program, whose questions are divided among the ranks.
examples=$(dirname "$0")/../../examples
verify() { mpirun "$@" 2>"$work/verify.log" | tail -n 1; }
for ranks in 2 3; do
  for program in peterson peterson_broken locked_counter slicing; do
    there=$(HEDDLE_DIVIDE=1 verify -n $ranks "$heddle" verify --launcher mpi -q -j 1 -e bmc -p unreach-call "$examples/$program.c")
    here=$("$heddle" verify -q -j 1 -e bmc -p unreach-call "$examples/$program.c") || true
    [ "$there" = "$here" ] || fail "$program: $there with $ranks ranks, $here without"
  done
done

# A process that answers is killed when it has computed for a while: its part is another one's.
sh "$(dirname "$0")/../../bench/modular/program.sh" -s ring 12 >"$work/ring.c"
HEDDLE_LOG=divide:1 mpirun -n 3 "$heddle" verify --launcher mpi --stats -j 1 -e bmc -p unreach-call "$work/ring.c" \
  >"$work/ring.txt" 2>"$work/ring.log" &
job=$!
answering() { # the child of the last rank that has computed for two tenths of a second
  rank=$(pgrep -P "$(pgrep -f -o "mpirun -n 3 $heddle verify")" | tail -n 1)
  child=$(pgrep -P "$rank") && [ "$(cut -d ' ' -f 14 "/proc/$child/stat")" -ge 20 ] && echo "$child"
}
until child=$(answering 2>/dev/null) || ! kill -0 $job 2>/dev/null; do sleep 0.05; done
kill -9 "$child"
wait $job || fail "the run with a killed process failed"
grep -q '^verdict: safe' "$work/ring.txt" || fail "no proof with a killed process"
grep -q '^parts.lost: 1' "$work/ring.txt" || fail "the killed process was not missed"
echo "mpi: one program by 2 and 3 ranks, and with a process that was killed"
