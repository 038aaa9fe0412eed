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
