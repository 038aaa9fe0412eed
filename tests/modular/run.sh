#!/bin/sh
# run.sh HEDDLE PROGRAMS CASE: the modular engine on the programs of its evaluation.
set -u
heddle=$1 programs=$2 case=$3
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
fails=0

complain() { echo "$*"; fails=$((fails + 1)); }

# decide VERDICT MOST_CHECKS ARGUMENTS..: the verdict, with at most that many sequential checks.
decide() {
  verdict=$1 most=$2
  shift 2
  sh "$programs" -v 1000 "$@" >"$work/p.c" || exit 1
  "$heddle" verify --engine modular --no-recheck --stats ${options---without samples,properties} "$work/p.c" >"$work/out" 2>&1
  grep -q "^verdict: $verdict" "$work/out" || complain "$*: expected $verdict, got $(tail -1 "$work/out")"
  checks=$(sed -n 's/^sequential.checks: //p' "$work/out")
  [ "${checks:-99999}" -le "$most" ] || complain "$*: $checks sequential checks, more than $most"
}

case $case in
  safe) # with no more checks than the thesis reports (Figures 9.1 and 9.2)
    decide safe 9 chain 2; decide safe 54 chain 4; decide safe 60 chain 8
    decide safe 15 mat 2; decide safe 89 mat 4; decide safe 145 pas 4; decide safe 80 long 4; decide safe 27 ring 2
    ;;
  unsafe)
    decide unsafe 54 -u chain 4; decide unsafe 13 -u mat 4; decide unsafe 25 -u pas 4; decide unsafe 38 -u long 3
    decide unsafe 60 -u ring 4
    ;;
  order)
    options='--without samples,together --order t1,t2'; decide safe 100 chain 3
    options='--without samples,together --order t2,t1'; decide unsafe 500 -u chain 3
    options='--order nobody'; decide 'unknown (.*order' 99999 chain 2
    ;;
  switches)
    for name in reuse skip-asserts query-invariants beta-constants inductive preserve quick never bounds lemmas siblings projection prefix several paths cores modules properties; do
      options="--without samples,together,$name"
      decide safe 1000 chain 2; decide unsafe 1000 -u chain 2
    done
    options='--without nothing'; decide 'unknown (.*--without' 99999 chain 2
    ;;
  lemmas) # what a refuted query says beyond what was asked: made never shrinks, whatever it is
    for broken in 0 -1; do
      sed "s/BROKEN/$broken/" "$(dirname "$0")/counters.c" >"$work/p.c"
      "$heddle" verify --engine modular --no-recheck --stats --timeout 60 --without samples,properties "$work/p.c" >"$work/out" 2>&1
      verdict=safe
      [ $broken = 0 ] || verdict=unsafe
      grep -q "^verdict: $verdict" "$work/out" || complain "counters $broken: expected $verdict, got $(tail -1 "$work/out")"
      checks=$(sed -n 's/^sequential.checks: //p' "$work/out")
      [ "${checks:-99999}" -le 40 ] || complain "counters $broken: $checks sequential checks, more than 40"
      [ $broken != 0 ] || grep -q '^thread consumer relies on: (old(made) <= made)' "$work/out" || complain "what is kept is not said"
    done
    # attempts that the proof of the query itself answers
    options='--without samples,properties'; decide safe 60 peterson 2
    [ "$(sed -n 's/^reproofs: //p' "$work/out")" -ge 1 ] || complain "peterson: no attempt was answered by a proof"
    ;;
  external) # another tool as the checker of every sequential program, violations and queries included: this one
    tool="$heddle verify --engine sequential --no-recheck %s"
    for program in 'safe chain 3' 'unsafe -u chain 3' 'unsafe -u pas 3' 'safe ring 2'; do
      sh "$programs" ${program#* } >"$work/p.c"
      "$heddle" verify --engine modular --no-recheck --stats --without samples,properties --sequential "$tool" "$work/p.c" >"$work/out" 2>&1
      grep -q "^verdict: ${program%% *}" "$work/out" || complain "$program by a tool: $(tail -1 "$work/out")"
    done
    # its word is no proof; one is found otherwise
    sh "$programs" chain 3 >"$work/p.c"
    "$heddle" verify --engine modular --without samples,properties --sequential "$tool" --certificate "$work/proof" "$work/p.c" >"$work/out" 2>&1
    grep -q '^verdict: safe' "$work/out" || complain "chain 3 by a tool: no proof: $(tail -1 "$work/out")"
    "$heddle" check "$work/proof" "$work/p.c" 2>&1 | grep -q '^verdict: safe' || complain "the certificate is refused"
    # a tool that calls everything safe is not believed
    sh "$programs" -u chain 2 >"$work/p.c"
    "$heddle" verify --engine modular --without samples,properties --sequential 'echo fine %s | safe: ^fine' "$work/p.c" >"$work/out" 2>&1
    grep -q '^verdict: safe' "$work/out" && complain "a tool's word was taken for a proof"
    # nor one that calls everything unsafe
    sh "$programs" chain 2 >"$work/p.c"
    "$heddle" verify --engine modular --no-recheck --without samples,properties --sequential 'echo bad %s | unsafe: ^bad' "$work/p.c" >"$work/out" 2>&1
    grep -q '^verdict: unknown (.*reports a violation' "$work/out" || complain "a violation that is none was believed: $(tail -1 "$work/out")"
    ;;
  checkers)
    for name in bounded pdr lazy; do options="--without samples,properties --sequential $name"; decide safe 99 chain 3; decide unsafe 99 -u pas 3; done
    ;;
  several) # six assertions, each for the environment of its own: one check tells several of them
    for bound in 1 0; do
      sed "s/BOUND/$bound/" "$(dirname "$0")/several.c" >"$work/p.c"
      for without in reuse reuse,several; do
        "$heddle" verify --engine modular --no-recheck --stats --without samples,properties,together,$without "$work/p.c" >"$work/out" 2>&1
        verdict=safe
        [ $bound = 1 ] || verdict=unsafe
        grep -q "^verdict: $verdict" "$work/out" || complain "several $bound: expected $verdict, got $(tail -1 "$work/out")"
        checks=$(sed -n 's/^sequential.checks: //p' "$work/out")
        [ $without$bound != reuse1 ] || several=$checks
        [ $without$bound != reuse,several1 ] || [ "$several" -lt "$checks" ] || complain "several: $several checks instead of $checks"
      done
    done
    ;;
  modules) # threads that disturb each other, as one; and others that do not come to an end one by one
    decide safe 1 ring 3; decide safe 1 ring 5; decide unsafe 1 -u ring 3; decide unsafe 1 -u ring 4; decide unsafe 90 -u long 4
    options='--without samples,properties,together,modules'; decide safe 99 ring 2; decide unsafe 99 -u ring 2
    # a ring of two beside a thread that looks at it for ever: the module is its environment
    for bound in 8 7; do
      sed "s/BOUND/$bound/" "$(dirname "$0")/observed.c" >"$work/p.c"
      "$heddle" verify --engine modular --no-recheck --stats --without samples,properties,together "$work/p.c" >"$work/out" 2>&1
      verdict=safe
      [ $bound = 8 ] || verdict=unsafe
      grep -q "^verdict: $verdict" "$work/out" || complain "observed $bound: expected $verdict, got $(tail -1 "$work/out")"
      grep -q '^module.threads: 2' "$work/out" || complain "observed $bound: no module of two threads"
    done
    # the proof of a module that is everything, and its program
    sh "$programs" ring 4 >"$work/p.c"
    "$heddle" verify --engine modular --emit-sequential "$work/c" "$work/p.c" >"$work/out" 2>&1
    grep -q '^verdict: safe' "$work/out" || complain "ring 4: no proof: $(tail -1 "$work/out")"
    "$heddle" verify --engine sequential "$work/c/0001-module.c" 2>&1 | grep -q '^verdict: safe' || complain "ring 4: its program is not safe"
    sh "$programs" -u ring 4 >"$work/p.c"
    "$heddle" verify --engine modular --no-recheck --emit-sequential "$work/u" "$work/p.c" >"$work/out" 2>&1
    "$heddle" verify --engine sequential "$work/u/0001-module.c" 2>&1 | grep -q '^verdict: unsafe' || complain "-u ring 4: its program is not unsafe"
    ;;
  projection) # preconditions around an execution; with its inputs alone it would take a refinement for each of them
    for bad in 7 6; do
      sed "s/BAD/$bad/" "$(dirname "$0")/multiples.c" >"$work/p.c"
      "$heddle" verify --engine modular --no-recheck --stats --without samples,properties,together,modules "$work/p.c" >"$work/out" 2>&1
      verdict=safe
      [ $bad = 7 ] || verdict=unsafe
      grep -q "^verdict: $verdict" "$work/out" || complain "multiples $bad: expected $verdict, got $(tail -1 "$work/out")"
      checks=$(sed -n 's/^sequential.checks: //p' "$work/out")
      [ "${checks:-99999}" -le 10 ] || complain "multiples $bad: $checks sequential checks"
    done
    ;;
  cores) # the same answers, whoever works beside
    for way in '--jobs 2' '--jobs 2 --without cores' '--jobs 1'; do
      case $way in *--without*) options="$way,samples,properties,together" ;; *) options="$way --without samples,properties,together" ;; esac
      decide safe 80 long 4; decide unsafe 60 -u long 3; decide safe 145 pas 4; decide unsafe 60 -u chain 4
      options=$options,modules; decide safe 99 ring 2; decide unsafe 99 -u ring 2
    done
    options='--jobs 2 --without samples,properties'; decide safe 120 chain 16
    grep -q '^aside: [1-9]' "$work/out" || complain "chain 16: the second core was not used"
    options='--jobs 1 --without samples,properties'; decide safe 120 chain 16
    grep -q '^aside: 0' "$work/out" || complain "chain 16: there is no second core"
    "$heddle" verify --engine modular --no-recheck --jobs 2 --without samples,properties --emit-sequential "$work/c" --stats "$work/p.c" >"$work/out" 2>&1
    grep -q '^aside: 0' "$work/out" || complain "chain 16: programs that are to be seen were checked aside"
    [ "$(ls "$work/c" | wc -l)" = "$(sed -n 's/^sequential.checks: //p' "$work/out")" ] || complain "chain 16: programs are missing"
    ;;
  first) # decided before the algorithm begins: by chance, and by what holds for threads alone and by two
    options=; decide unsafe 0 -u chain 3
    sh "$programs" peterson 2 >"$work/p.c"
    "$heddle" verify --engine modular --without samples --certificate "$work/proof" "$work/p.c" >"$work/out" 2>&1
    grep -q '^verdict: safe' "$work/out" || complain "peterson: no proof: $(tail -1 "$work/out")"
    "$heddle" check "$work/proof" "$work/p.c" 2>&1 | grep -q '^verdict: safe' || complain "the certificate is refused"
    ;;
  certificate)
    sh "$programs" chain 3 >"$work/p.c"
    "$heddle" verify --engine modular --without together --stats --certificate "$work/proof" "$work/p.c" >"$work/out" 2>&1
    grep -q '^verdict: safe' "$work/out" || complain "no proof: $(tail -1 "$work/out")"
    grep -q '^thread t0 relies on: .*v1 < 8' "$work/out" || complain "what t0 relies on is not said"
    "$heddle" check "$work/proof" "$work/p.c" 2>&1 | grep -q '^verdict: safe' || complain "the certificate is refused"
    ;;
  together) # nothing but combinations of phases, where the machine is fast enough
    for program in 'ring 3' 'mat 2'; do
      sh "$programs" $program >"$work/p.c"
      "$heddle" verify --engine modular --certificate "$work/proof" "$work/p.c" >"$work/out" 2>&1
      grep -q '^verdict: safe' "$work/out" || complain "$program: no proof: $(tail -1 "$work/out")"
      "$heddle" check "$work/proof" "$work/p.c" 2>&1 | grep -q '^verdict: safe' || complain "$program: the certificate is refused"
    done
    ;;
  observed) # a thread with a loop beside others that are a module: proofs by phases
    sed 's/BOUND/8/' "$(dirname "$0")/observed.c" >"$work/p.c"
    cp "$(dirname "$0")/buffering.c" "$work/q.c"
    for program in p q; do
      "$heddle" verify --engine modular --timeout 100 --certificate "$work/proof" "$work/$program.c" >"$work/out" 2>&1
      grep -q '^verdict: safe' "$work/out" || complain "$program: no proof: $(tail -1 "$work/out")"
      "$heddle" check "$work/proof" "$work/$program.c" 2>&1 | grep -q '^verdict: safe' || complain "$program: the certificate is refused"
    done
    ;;
  backward) # certificates of what the refinement finds, thread by thread
    for program in 'mat 3' 'long 4' 'pas 4'; do
      sh "$programs" $program >"$work/p.c"
      "$heddle" verify --engine modular --without samples,properties --certificate "$work/proof" "$work/p.c" >"$work/out" 2>&1
      grep -q '^verdict: safe' "$work/out" || complain "$program: no proof: $(tail -1 "$work/out")"
      "$heddle" check "$work/proof" "$work/p.c" 2>&1 | grep -q '^verdict: safe' || complain "$program: the certificate is refused"
    done
    ;;
  emit) # every program that was checked, checked again from its C
    sh "$programs" chain 2 >"$work/p.c"
    "$heddle" verify --engine modular --no-recheck --emit-sequential "$work/c" "$work/p.c" >"$work/out" 2>&1
    [ "$(ls "$work/c" | wc -l)" -ge 3 ] || complain "programs are missing"
    for file in "$work"/c/*.c; do
      "$heddle" verify --engine sequential "$file" 2>&1 | tail -1
    done >"$work/verdicts"
    head -1 "$work/verdicts" | grep -q 'verdict: unsafe' || complain "the first program should have a violation"
    tail -1 "$work/verdicts" | grep -q 'verdict: safe' || complain "the last program should have none"
    grep -q '^// always holds: .*v1 < 4' "$(ls "$work"/c/*-t0.c | tail -1)" || complain "the last program does not say what it assumes"
    ;;
  tour) # Peterson's algorithm as docs/engines/modular.md tells it: P_0, the queries, and what t0 relies on in the end
    sh "$programs" peterson 2 >"$work/p.c"
    "$heddle" verify --engine modular --without properties --no-recheck --stats --emit-sequential "$work/c" "$work/p.c" \
      >"$work/out" 2>&1
    grep -q '^verdict: safe' "$work/out" || complain "not safe: $(tail -1 "$work/out")"
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
