#!/bin/sh
# run.sh HEDDLE PROGRAMS CASE: the modular engine on the programs of its evaluation.
set -u
heddle=$1 programs=$2 case=$3
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
fails=0

complain() { echo "$*"; fails=$((fails + 1)); }

# With one core: what a second one finds out, and when, depends on how busy the machine is, and with it the number of checks.
alone='--jobs 1 --without samples,properties'

# expect VERDICT NAME OPTIONS..: of p.c; the output is in out.
expect() {
  verdict=$1 name=$2
  shift 2
  "$heddle" verify -p unreach-call --engine modular --stats "$@" "$work/p.c" >"$work/out" 2>&1
  grep -q "^verdict: $verdict" "$work/out" || complain "$name: expected $verdict, got $(tail -1 "$work/out")"
}

# prove NAME OPTIONS..: p.c is safe, and its certificate is accepted.
prove() {
  expect safe "$@" --certificate "$work/proof"
  "$heddle" check "$work/proof" "$work/p.c" 2>&1 | grep -q '^verdict: safe' || complain "$1: the certificate is refused"
}

# decide VERDICT ARGUMENTS..: of the program of the evaluation
decide() {
  wanted=$1
  shift
  sh "$programs" -v 1000 "$@" >"$work/p.c" || exit 1
  expect "$wanted" "$*" --no-recheck ${options-$alone}
}

number() { sed -n "s/^$1: //p" "$work/out"; }

# at_most CHECKS NAME: what was decided last took no more sequential checks.
at_most() {
  checks=$(number sequential.checks)
  [ "${checks:-99999}" -le "$1" ] || complain "$2: $checks sequential checks, more than $1"
}

# within CHECKS VERDICT ARGUMENTS..: both. Only with one core.
within() {
  most=$1
  shift
  decide "$@"
  at_most "$most" "$*"
}

case $case in
  safe) # with no more checks than the thesis reports (Figures 9.1 and 9.2)
    within 9 safe chain 2; within 54 safe chain 4; within 60 safe chain 8
    within 15 safe mat 2; within 89 safe mat 4; within 145 safe pas 4; within 80 safe long 4; within 27 safe ring 2
    ;;
  unsafe)
    within 54 unsafe -u chain 4; within 13 unsafe -u mat 4; within 25 unsafe -u pas 4; within 38 unsafe -u long 3
    within 60 unsafe -u ring 4
    ;;
  order)
    options='--without samples,together --order t1,t2'; decide safe chain 3
    options='--without samples,together --order t2,t1'; decide unsafe -u chain 3
    options='--order nobody'; decide 'unknown (.*order' chain 2
    ;;
  switches)
    for name in reuse skip-asserts query-invariants beta-constants inductive preserve quick never bounds lemmas siblings projection unroll prefix several paths cores modules properties; do
      options="--without samples,together,$name"
      decide safe chain 2; decide unsafe -u chain 2
    done
    options='--without nothing'; decide 'unknown (.*--without' chain 2
    ;;
  lemmas) # what a refuted query says beyond what was asked: made never shrinks, whatever it is
    for broken in 0 -1; do
      sed "s/BROKEN/$broken/" "$(dirname "$0")/counters.c" >"$work/p.c"
      verdict=safe
      [ $broken = 0 ] || verdict=unsafe
      expect $verdict "counters $broken" --no-recheck $alone
      at_most 40 "counters $broken"
      [ $broken != 0 ] || grep -q '^thread consumer relies on: (old(made) <= made)' "$work/out" || complain "what is kept is not said"
    done
    # attempts that the proof of the query itself answers
    within 60 safe peterson 2
    [ "$(number reproofs)" -ge 1 ] || complain "peterson: no attempt was answered by a proof"
    ;;
  external) # another tool as the checker of every sequential program, violations and queries included: this one
    tool="$heddle verify -p unreach-call --engine sequential --no-recheck %s"
    for program in 'safe chain 3' 'unsafe -u chain 3' 'unsafe -u pas 3' 'safe ring 2'; do
      sh "$programs" ${program#* } >"$work/p.c"
      expect "${program%% *}" "$program by a tool" --no-recheck --without samples,properties --sequential "$tool"
    done
    # its word is no proof; one is found otherwise
    sh "$programs" chain 3 >"$work/p.c"
    prove 'chain 3 by a tool' --without samples,properties --sequential "$tool"
    # a tool that calls everything safe is not believed
    sh "$programs" -u chain 2 >"$work/p.c"
    "$heddle" verify -p unreach-call --engine modular --without samples,properties --sequential 'echo fine %s | safe: ^fine' "$work/p.c" >"$work/out" 2>&1
    grep -q '^verdict: safe' "$work/out" && complain "a tool's word was taken for a proof"
    # nor one that calls everything unsafe
    sh "$programs" chain 2 >"$work/p.c"
    expect 'unknown (.*reports a violation' 'a violation that is none' --no-recheck --without samples,properties \
      --sequential 'echo bad %s | unsafe: ^bad'
    ;;
  checkers)
    for name in bounded pdr lazy; do options="--without samples,properties --sequential $name"; decide safe chain 3; decide unsafe -u pas 3; done
    ;;
  several) # six assertions, each for the environment of its own: one check tells several of them
    for bound in 1 0; do
      sed "s/BOUND/$bound/" "$(dirname "$0")/several.c" >"$work/p.c"
      for without in reuse reuse,several; do
        verdict=safe
        [ $bound = 1 ] || verdict=unsafe
        expect $verdict "several $bound" --no-recheck $alone,together,$without
        checks=$(number sequential.checks)
        [ $without$bound != reuse1 ] || several=$checks
        [ $without$bound != reuse,several1 ] || [ "$several" -lt "$checks" ] || complain "several: $several checks instead of $checks"
      done
    done
    ;;
  modules) # threads that disturb each other, as one; and others that do not come to an end one by one
    within 1 safe ring 3; within 1 safe ring 5; within 1 unsafe -u ring 3; within 1 unsafe -u ring 4; within 90 unsafe -u long 4
    options=$alone,together,modules; within 99 safe ring 2; within 99 unsafe -u ring 2
    # a ring of two beside a thread that looks at it for ever: the module is its environment
    for bound in 8 7; do
      sed "s/BOUND/$bound/" "$(dirname "$0")/observed.c" >"$work/p.c"
      verdict=safe
      [ $bound = 8 ] || verdict=unsafe
      expect $verdict "observed $bound" --no-recheck --without samples,properties,together
      grep -q '^module.threads: 2' "$work/out" || complain "observed $bound: no module of two threads"
    done
    # the proof of a module that is everything, and its program
    sh "$programs" ring 4 >"$work/p.c"
    expect safe 'ring 4' --emit-sequential "$work/c"
    "$heddle" verify -p unreach-call --engine sequential "$work/c/0001-module.c" 2>&1 | grep -q '^verdict: safe' || complain "ring 4: its program is not safe"
    sh "$programs" -u ring 4 >"$work/p.c"
    "$heddle" verify -p unreach-call --engine modular --no-recheck --emit-sequential "$work/u" "$work/p.c" >"$work/out" 2>&1
    "$heddle" verify -p unreach-call --engine sequential "$work/u/0001-module.c" 2>&1 | grep -q '^verdict: unsafe' || complain "-u ring 4: its program is not unsafe"
    ;;
  projection) # preconditions around an execution; with its inputs alone it would take a refinement for each of them
    for bad in 7 6; do
      sed "s/BAD/$bad/" "$(dirname "$0")/multiples.c" >"$work/p.c"
      verdict=safe
      [ $bad = 7 ] || verdict=unsafe
      expect $verdict "multiples $bad" --no-recheck $alone,together,modules
      at_most 10 "multiples $bad"
    done
    ;;
  cores) # the same answers, with or without the second process
    for way in '--jobs 2' '--jobs 2 --without cores' '--jobs 1'; do
      case $way in *--without*) options="$way,samples,properties,together" ;; *) options="$way --without samples,properties,together" ;; esac
      decide safe long 4; decide unsafe -u long 3; decide safe pas 4; decide unsafe -u chain 4
      options=$options,modules; decide safe ring 2; decide unsafe -u ring 2
    done
    # (that a second core is used where there is one: unit/test_modular_aside)
    options=$alone; within 120 safe chain 16
    grep -q '^aside: 0' "$work/out" || complain "chain 16: there is no second core"
    expect safe 'chain 16' --no-recheck --jobs 2 --without samples,properties --emit-sequential "$work/c"
    grep -q '^aside: 0' "$work/out" || complain "chain 16: programs that are to be seen were checked aside"
    [ "$(ls "$work/c" | wc -l)" = "$(number sequential.checks)" ] || complain "chain 16: programs are missing"
    ;;
  first) # decided before the algorithm begins: by chance, and by what holds for threads alone and by two
    options=; within 0 unsafe -u chain 3
    sh "$programs" peterson 2 >"$work/p.c"
    prove peterson --without samples
    ;;
  certificate)
    sh "$programs" chain 3 >"$work/p.c"
    prove 'chain 3' --without together,modules
    grep -q '^thread t0 relies on: .*v1 < 8' "$work/out" || complain "what t0 relies on is not said"
    ;;
  loops) # the families with their loops and arrays; proofs are about the program with loops written out
    families=$(dirname "$programs")/program.sh
    for program in 'chain 2' 'ring 2' 'mat 2' 'pas 2'; do
      sh "$families" $program >"$work/p.c"
      prove "$program"
      [ "$(number written-out.locations)" ] || complain "$program: no loop was written out"
    done
    sh "$families" -u ring 2 >"$work/p.c"
    expect unsafe '-u ring 2' --without samples
    sh "$families" chain 2 >"$work/p.c"
    prove 'chain 2, its phases' --without modules
    grep -q '^written-out$' "$work/proof" || complain "the proof does not say what it is about"
    ;;
  all) # threads without loops as one module, decided by an order of their blocks; a hierarchy would take long
    families=$(dirname "$programs")/program.sh
    for program in 'long 4' 'pas 5' 'ring 6'; do
      sh "$families" $program >"$work/p.c"
      expect safe "$program"
      sh "$families" -u $program >"$work/p.c"
      expect unsafe "-u $program"
    done
    sh "$families" -s ring 5 >"$work/p.c"
    expect safe '-s ring 5' --certificate "$work/proof"
    "$heddle" check "$work/proof" "$work/p.c" 2>&1 | grep -q '^verdict: safe' || complain "the search was not repeated"
    ;;
  together) # nothing but combinations of phases, where the machine is fast enough
    for program in 'ring 3' 'mat 2'; do
      sh "$programs" $program >"$work/p.c"
      prove "$program"
    done
    ;;
  observed) # a thread with a loop beside others that are a module: proofs by phases
    for program in observed buffering; do
      sed 's/BOUND/8/' "$(dirname "$0")/$program.c" >"$work/p.c"
      prove $program
    done
    ;;
  backward) # certificates of what the refinement finds, thread by thread
    for program in 'mat 3' 'long 4' 'pas 4'; do
      sh "$programs" $program >"$work/p.c"
      prove "$program" --without samples,properties
    done
    ;;
  emit) # every program that was checked, checked again from its C
    sh "$programs" chain 2 >"$work/p.c"
    "$heddle" verify -p unreach-call --engine modular --no-recheck --emit-sequential "$work/c" "$work/p.c" >"$work/out" 2>&1
    [ "$(ls "$work/c" | wc -l)" -ge 3 ] || complain "programs are missing"
    for file in "$work"/c/*.c; do
      "$heddle" verify -p unreach-call --engine sequential "$file" 2>&1 | tail -1
    done >"$work/verdicts"
    head -1 "$work/verdicts" | grep -q 'verdict: unsafe' || complain "the first program should have a violation"
    tail -1 "$work/verdicts" | grep -q 'verdict: safe' || complain "the last program should have none"
    grep -q '^// always holds: .*v1 < 4' "$(ls "$work"/c/*-t0.c | tail -1)" || complain "the last program does not say what it assumes"
    ;;
  tour) # Peterson's algorithm as docs/engines/modular-tour.md tells it: P_0, the queries, and what t0 relies on in the end
    sh "$programs" peterson 2 >"$work/p.c"
    expect safe peterson --without properties --no-recheck --emit-sequential "$work/c"
    grep -q '^thread t0 relies on: .*claim1.*cs1' "$work/out" || complain "Example 4.5.2 is missing"
    first=$work/c/0001-t0.c query=$(ls "$work"/c/*-t1.c | head -1) last=$(ls "$work"/c/*-t0.c | tail -1)
    for text in 'claim1_copy = claim1;' 'claim1 = __VERIFIER_nondet_uchar();' 'assertion fails: !cs1'; do
      grep -qF "$text" "$first" || complain "P_0 lacks $text"
    done
    grep -q '^  assume(' "$first" && complain "P_0 assumes something before anything is known"
    for text in '// alpha:' '// beta:' 'if (start) goto' 'start = 1;' '(!start) ||'; do
      grep -qF "$text" "$query" || complain "the query lacks $text"
    done
    grep -q '  assume(.*claim1_copy' "$last" || complain "the last P_0 has no refined environment move"
    ;;
  *) echo "no such case: $case"; exit 64 ;;
esac
exit $((fails != 0))
