# common.sh - what the scripts of this folder share: one run of heddle under a limit of processor time.
#
# Set before: heddle, folder, work. A run sets seconds, states and verdict; they are `-` when there was no answer
# within the limit. Limits are processor seconds of a single process (the engine's), so that a busy machine does not
# change a table; the clock ends what waits for ever.

stat() { sed -n "s/^$1: //p" "$work/out" | tail -n 1; }

# EXPECTED LIMIT OPTIONS... FILE; status 1: a wrong verdict.
run() {
  expected=$1 most=$2
  shift 2
  seconds=- states=- verdict=-
  times >"$work/before"
  (ulimit -t "$most"; exec timeout $((most * 6 + 20)) "$heddle" verify -p unreach-call --stats -q -I"$folder" "$@") >"$work/out" 2>&1
  times >"$work/after"
  verdict=$(stat verdict)
  case $verdict in
    "$expected") ;;
    unknown* | '') verdict=-; return 0 ;;
    *) echo "wrong: $* is $verdict"; return 1 ;;
  esac
  seconds=$(cat "$work/before" "$work/after" | awk -F'[ms ]+' 'NR % 2 == 0 {t = $1 * 60 + $2 + $3 * 60 + $4
    printf NR == 4 ? sprintf("%.2f", t - last) : ""; last = t}')
  states=$(stat states)
}
