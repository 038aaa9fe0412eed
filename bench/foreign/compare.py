#!/usr/bin/env python3
"""Verifies the suites of other tools, and compares our answers with what their files say.

    bench/foreign/compare.py [-b HEDDLE] [-t SECONDS] [-m REGEX] [-o RESULTS] [-e EXPLAINED] SUITE FOLDER

SUITE is goblint (FOLDER: tests/regression), genmc (tests), dat3m (benchmarks) or ultimate (examples/concurrent/pthreads). The
readers of suites.py say what a file expects, for a line or as a whole. RESULTS, lines of JSON, keeps what was run, so that an
interrupted run can be taken up. Every difference in which we say `safe' has to stand in EXPLAINED (bench/foreign/explained.txt):
suite | file | line | property | whose | reason, where whose is theirs, undefined, by-definition or ours.

Prints a line for each difference, crash, refused file and hang, and the sums. Exit status 10 when a `safe' is not explained, 70
after a crash.
"""
import argparse
import json
import os
import re
import subprocess
import sys
import tempfile
import time

import suites

HERE = os.path.dirname(os.path.abspath(__file__))
HANGING = 10  # seconds beyond the limit


def answer_of_run(status, path):
    """What a run said: the verdict of each property, and each check as (property, lines, state)."""
    verdicts, checks = {}, []
    if status in (0, 10, 20) and os.path.exists(path):
        with open(path, encoding="utf-8", errors="replace") as f:
            whole = json.load(f)
        for part in whole.get("properties", [whole]):
            verdicts[part["property"]] = part["verdict"]
            for check in part.get("checks", []):
                lines = [[os.path.basename(p.get("file", "")), p.get("line", 0)] for p in check.get("places", [])]
                checks.append([part["property"], lines, check["state"]])
    return verdicts, checks


def run(heddle, seconds, task, work):
    """One run of all properties that the task says something about."""
    out = os.path.join(work, "result.json")
    if os.path.exists(out):
        os.remove(out)
    properties = sorted({e.property for e in task.expectations})
    command = [heddle, "verify", "-t", str(seconds), "--all", "-p", ",".join(properties), "--json", out]
    source = task.path
    if task.changed is not None:
        source = os.path.join(work, os.path.basename(task.path))
        with open(source, "w", encoding="utf-8") as f:
            f.write(task.changed)
    begin = time.monotonic()
    try:
        done = subprocess.run(command + task.arguments + [source], capture_output=True, text=True, errors="replace",
                              timeout=seconds * len(properties) + HANGING, check=False)
        status, said = done.returncode, done.stdout + done.stderr
    except subprocess.TimeoutExpired:
        status, said = "hangs", ""
    verdicts, checks = answer_of_run(status, out)
    refused = [line for line in said.splitlines() if "error: " in line][:1]
    reason = re.findall(r"^verdict: unknown \((.*)\)", said, re.M)
    return {"file": task.name, "status": status, "seconds": round(time.monotonic() - begin, 2), "verdicts": verdicts,
            "checks": checks, "said": (refused or reason or [""])[0]}


def state_of_line(result, expected, base):
    """safe, unsafe or unknown: what we say about a line, or about the whole file where no line is given."""
    verdict = result["verdicts"].get(expected.property, "unknown")
    if expected.line is None:
        return verdict
    states = {state for prop, places, state in result["checks"]
              if prop == expected.property and [base, expected.line] in places}
    if "violated" in states:
        return "unsafe"
    if states == {"proved"}:
        return "safe"
    # The front end has no check where nothing can go wrong, and none behind a place that it cannot follow.
    return "safe" if not states and verdict == "safe" else "unknown"


def compare(result, task):
    """The outcome of each expectation: agree, differ (with our answer) or unknown."""
    base = os.path.basename(task.name)
    for expected in task.expectations:
        said = state_of_line(result, expected, base)
        if said == "unknown":
            yield expected, "unknown", said
        else:
            yield expected, "agree" if said == expected.verdict else "differ", said


def read_explained(path):
    reasons = {}
    with open(path, encoding="utf-8") as f:
        for line in f:
            if line.strip() and not line.startswith("#"):
                suite, name, number, prop, whose, reason = [field.strip() for field in line.split("|", 5)]
                if whose not in ("theirs", "undefined", "by-definition", "ours"):
                    sys.exit(f"{path}: {name}: whose is {whose}")
                reasons[(suite, name, number, prop)] = whose + ": " + reason
    return reasons


def explain(reasons, suite, task, expected):
    """The reason for one line, or for the whole file (`*')."""
    for number in (str(expected.line or "-"), "*"):
        reason = reasons.get((suite, task.name, number, expected.property))
        if reason:
            return reason
    return None


def report(suite, task, result, reasons, sums):
    status = result["status"]
    if status not in (0, 10, 20):
        kind = "hangs" if status == "hangs" else "refused" if status == 65 else "crashed"
        sums[kind] = sums.get(kind, 0) + 1
        print(f"{kind}: {task.name}: status {status}: {result['said']}")
        return
    for expected, outcome, said in compare(result, task):
        sums[outcome] = sums.get(outcome, 0) + 1
        if outcome != "differ":
            continue
        reason = explain(reasons, suite, task, expected)
        sums["differ, we say " + said] = sums.get("differ, we say " + said, 0) + 1
        if said == "safe" and not reason:
            sums["safe, not explained"] = sums.get("safe, not explained", 0) + 1
        where = f":{expected.line}" if expected.line else ""
        print(f"differ: {task.name}{where}: {expected.property}: we say {said}, they {expected.verdict}"
              f" ({expected.text}){': ' + reason if reason else ''}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("-b", dest="heddle", default="build/heddle")
    parser.add_argument("-t", dest="seconds", type=int, default=5)
    parser.add_argument("-m", dest="match", default="")
    parser.add_argument("-o", dest="results", default=None)
    parser.add_argument("-e", dest="explained", default=os.path.join(HERE, "explained.txt"))
    parser.add_argument("suite", choices=sorted(suites.READERS))
    parser.add_argument("folder")
    args = parser.parse_args()
    reasons, sums, done = read_explained(args.explained), {}, {}
    if args.results and os.path.exists(args.results):
        with open(args.results, encoding="utf-8") as f:
            done = {r["file"]: r for r in map(json.loads, f)}
    with tempfile.TemporaryDirectory() as work:
        for task in suites.READERS[args.suite](os.path.abspath(args.folder), os.path.join(HERE, "include")):
            if not re.search(args.match, task.name) or not task.expectations:
                continue
            result = done.get(task.name)
            if not result:
                result = run(os.path.abspath(args.heddle), args.seconds, task, work)
                if args.results:
                    with open(args.results, "a", encoding="utf-8") as f:
                        f.write(json.dumps(result) + "\n")
            sums["programs"] = sums.get("programs", 0) + 1
            report(args.suite, task, result, reasons, sums)
            sys.stdout.flush()
    print(", ".join(f"{name}: {sums[name]}" for name in sorted(sums)))
    return 70 if sums.get("crashed") else 10 if sums.get("safe, not explained") else 0


if __name__ == "__main__":
    sys.exit(main())
