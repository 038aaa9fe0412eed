#!/bin/sh
# Boolean programs: formulas beside the checker in C, growth, context switches, and SPIN.
#
#   bench/fixpoint/run.sh [-b BUILD] [growth|instructions|proofs|contexts|copies|driver|memory|spin]...
#
# Seconds are CPU time of the whole command (wall clock where there is no /usr/bin/time), without the recheck of
# proofs, which `proofs` measures. A line that did not end in 120 seconds has a dash. Instructions are those of the
# process that decides, from its start to its end, in millions; valgrind counts them. In brackets: how many times
# those of the checker in C, of `optimized` those of the checker that works in the same rounds.
set -u
build=build
while getopts b: option; do
  case $option in
    b) build=$OPTARG ;;
    *) exit 64 ;;
  esac
done
shift $((OPTIND - 1))
here=$(cd "$(dirname "$0")" && pwd)
build=$(realpath "$build")
heddle=$build/heddle
[ -x "$heddle" ] || { echo "no $heddle: run \`make build\` first, or name the folder with -b"; exit 1; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT INT TERM
[ $# -gt 0 ] || set -- growth instructions proofs contexts copies driver memory spin

# measure OPTION...: verdict, seconds, nodes of a run
measure() {
  if [ -x /usr/bin/time ]; then
    /usr/bin/time -o "$work/cpu" -f 'time.total: %U' "$heddle" verify -p unreach-call -q --no-recheck --stats --timeout 120 "$@" >"$work/out" 2>/dev/null
    grep '^time.total' "$work/cpu" >>"$work/out"
  else
    "$heddle" verify -p unreach-call -q --no-recheck --stats --timeout 120 "$@" >"$work/out" 2>/dev/null
  fi
  awk '/^time.total:/ {t = $2} /^bdd.nodes:/ {n = $2} /^verdict:/ {v = $2}
       END {printf "%s %s %s\n", v, (v == "unknown" && t > 119 ? "-" : t), n}' "$work/out"
}

growth() {
  printf '%-32s %8s %10s %10s %10s\n' 'procedures globals locals' checker summaries optimized simple
  for size in '5 5 5' '10 10 10' '25 15 15' '50 20 20' '100 30 30' '200 30 30'; do
    # shellcheck disable=SC2086 # the size is three words
    sh "$here/grow.sh" $size >"$work/grow.bp"
    set -- $(measure --algorithm checker "$work/grow.bp") $(measure --algorithm summaries "$work/grow.bp") \
      $(measure --algorithm summaries-optimized "$work/grow.bp") $(measure --algorithm summaries-simple "$work/grow.bp")
    printf '%-32s %8s %10s %10s %10s\n' "$size" "$2" "$5" "$8" "${11}"
  done
}

# count ALGORITHM FILE: millions of instructions of the largest process
count() {
  rm -f "$work"/callgrind.*
  valgrind --tool=callgrind --callgrind-out-file="$work/callgrind.%p" \
    "$heddle" verify -p unreach-call -q --no-recheck --algorithm "$1" "$2" >/dev/null 2>&1
  awk '/^(summary|totals):/ {if ($2 > most) most = $2} END {printf "%.0f\n", most / 1e6}' "$work"/callgrind.*
}

instructions() {
  command -v valgrind >/dev/null || { echo "valgrind is missing: apt-get install valgrind"; return; }
  printf '%-24s %8s %10s %16s %16s %16s\n' 'procedures globals locals' checker in-rounds summaries optimized simple
  for size in '10 10 10' '25 15 15' '50 20 20' '100 30 30' '200 30 30'; do
    # shellcheck disable=SC2086 # the size is three words
    sh "$here/grow.sh" $size >"$work/grow.bp"
    one=$(count checker "$work/grow.bp") two=$(count checker-optimized "$work/grow.bp")
    set -- "$(count summaries "$work/grow.bp")" "$(count summaries-optimized "$work/grow.bp")" "$(count summaries-simple "$work/grow.bp")"
    echo "$size $one $two $*" | awk '{printf "%-24s %8s %10s %9s (%.2f) %9s (%.2f) %9s (%.2f)\n", $1 " " $2 " " $3, $4, $5, $6, $6 / $4, $7, $7 / $5, $8, $8 / $4}'
  done
}

# What the recheck of a proof costs, and how large the certificate is.
proofs() {
  printf '%-32s %10s %10s %12s\n' 'procedures globals locals' seconds questions bytes
  for size in '10 10 10' '25 15 15' '50 20 20' '100 30 30' '200 30 30'; do
    # shellcheck disable=SC2086 # the size is three words
    sh "$here/grow.sh" $size >"$work/grow.bp"
    "$heddle" verify -q --certificate "$work/proof" --timeout 120 "$work/grow.bp" >/dev/null 2>&1
    /usr/bin/time -o "$work/cpu" -f '%U' "$heddle" check --stats "$work/proof" "$work/grow.bp" >"$work/out" 2>/dev/null
    printf '%-32s %10s %10s %12s\n' "$size" "$(tail -1 "$work/cpu")" "$(awk '/^proof.claims/ {print $2}' "$work/out")" \
      "$(wc -c <"$work/proof")"
  done
}

contexts() {
  printf '%-32s %8s %10s %12s\n' 'driver, 1 adder, 1 stopper, v3' switches seconds nodes
  "$build/tests/boolean/boolean_drivers" 1 1 0 -p 3 >"$work/driver.bp"
  for k in 1 2 3 4 5 6 7 8; do
    set -- $(measure --algorithm contexts --contexts $k "$work/driver.bp")
    printf '%-32s %8s %10s %12s\n' '' "$k" "$2" "$3"
  done
}

# Four copies of one thread.
copies() {
  printf '%-32s %8s %10s %12s\n' 'four threads with a lock' switches seconds nodes
  cat >"$work/copies.bp" <<'END'
decl lock, busy, t;
void init() begin lock, busy, t := F, F, F; end
thread[4] void w() begin
  decl mine;
  mine := F;
  while (*) do
    atomic_begin; assume(!lock); lock := T; atomic_end;
    assert(!busy);
    busy := T;
    t := !t;
    busy := F;
    lock := F;
  od
end
END
  for k in 2 3 4 5 6 7 8; do
    set -- $(measure --algorithm contexts --contexts $k "$work/copies.bp")
    printf '%-32s %8s %10s %12s\n' '' "$k" "$2" "$3"
  done
}

# The Bluetooth driver: up to 3 adders, 3 stoppers, 6 context switches; formulas beside exhaustive search.
driver() {
  "$build/tests/boolean/boolean_drivers" 3 3 6
}

# What happens when BDD nodes fill the memory: as many megabytes, the verdict.
memory() {
  printf '%-32s %8s  %s\n' 'driver v3, 1 adder, 1 stopper, 6' MB verdict
  "$build/tests/boolean/boolean_drivers" 1 1 0 -p 3 >"$work/driver.bp"
  for mb in 5 15 50 400; do
    "$heddle" verify -q --memory $mb --timeout 120 --algorithm contexts --contexts 6 "$work/driver.bp" >"$work/out" 2>/dev/null
    printf '%-32s %8s  %s\n' '' "$mb" "$(tail -1 "$work/out")"
  done
}

# pan NAME MODEL DEFINES...: states and seconds of SPIN's verifier
pan() {
  (cd "$work" && spin "$@" -a model.pml >/dev/null && gcc -O2 -w -DSAFETY -DMEMLIM=6000 -o pan pan.c &&
    timeout 120 ./pan -m10000000 -w24 >pan.out 2>&1)
  awk '/states, stored/ {s = $1} /elapsed time/ {t = $4} /errors:/ {e = $NF}
       END {printf "%s %s %s\n", (e > 0 ? "unsafe" : "safe"), (t == "" ? "-" : t), s}' "$work/pan.out"
}

spin_table() {
  command -v spin >/dev/null || { echo "spin is missing: apt-get install spin"; return; }
  printf '%-32s %10s %10s %10s %12s\n' model heddle seconds spin 'seconds, states'
  for bits in 8 12 16 20; do
    sh "$here/shift.sh" bp $bits >"$work/shift.bp"
    sh "$here/shift.sh" pml $bits >"$work/model.pml"
    set -- $(measure "$work/shift.bp") $(pan)
    printf '%-32s %10s %10s %10s %12s\n' "shift, $bits bits twice" "$1" "$2" "$4" "$5, $6"
  done
  for threads in '1 1' '2 1' '2 2'; do
    for version in 2 3; do
      # shellcheck disable=SC2086 # the numbers are two words
      "$build/tests/boolean/boolean_drivers" $threads 0 -p $version >"$work/driver.bp"
      cp "$here/bluetooth.pml" "$work/model.pml"
      set -- $(measure "$work/driver.bp") \
        $(pan "-DVERSION=$version" "-DADDERS=${threads% *}" "-DSTOPPERS=${threads#* }")
      printf '%-32s %10s %10s %10s %12s\n' "driver v$version, $threads" "$1" "$2" "$4" "$5, $6"
    done
  done
}

for part; do
  case $part in
    growth | instructions | proofs | contexts | copies | driver | memory) $part ;;
    spin) spin_table ;;
    *) echo "growth, instructions, proofs, contexts, copies, driver, memory or spin, not $part"; exit 64 ;;
  esac
done
