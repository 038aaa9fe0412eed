#!/bin/sh
# A machine without apt-get, and without anything else, is told what is missing: `without_apt.sh SOURCE`.
set -eu
T=$(mktemp -d)
trap 'rm -rf "$T"' EXIT
ln -s "$(command -v sh)" "$T/sh"
status=0
PATH=$T "$T/sh" "$1/tools/install-deps" build >"$T/out" 2>"$T/errors" || status=$?
cat "$T/errors"
[ $status -eq 1 ]
[ ! -s "$T/out" ]
for word in 'CMake' 'clang 19' 'LLVM 19' 'libyaml' 'cJSON' 'cmocka'; do grep -q "$word" "$T/errors"; done
