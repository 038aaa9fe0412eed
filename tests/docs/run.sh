#!/bin/sh
# run.sh HEDDLE PAGE.md: executes the commands of a page of the documentation.
#
# Each line of its ```sh blocks is a command, run by sh in a scratch folder that has the examples. A line may end in
# `# exit N`; otherwise its exit status must be 0. Exit status 1 when a command ends otherwise, or when there is none.
set -u
HEDDLE=$(realpath "$1")
page=$(realpath "$2")
source=$(dirname "$(dirname "$page")")
T=$(mktemp -d)
trap 'rm -rf "$T"' EXIT
ln -s "$source/examples" "$T/examples"
ln -s "$source/tools" "$T/tools"
mkdir "$T/bin"
ln -s "$HEDDLE" "$T/bin/heddle"
PATH=$T/bin:$PATH
cd "$T" || exit 1

awk '/^```/ { inside = !inside && $0 == "```sh"; next } inside && NF' "$page" >.commands
[ -s .commands ] || { echo "$page: no commands"; exit 1; }
failures=0
while IFS= read -r line; do
  wanted=$(printf '%s\n' "$line" | sed -n 's/.*# exit \([0-9]*\).*/\1/p')
  sh -c "$line" </dev/null >.output 2>&1
  status=$?
  [ $status = "${wanted:-0}" ] && continue
  echo "$line"
  echo "  exit status $status instead of ${wanted:-0}"
  head -n 20 .output | sed 's/^/  /'
  failures=$((failures + 1))
done <.commands
[ $failures = 0 ]
