#!/bin/sh
# run.sh BUILD SOURCE: makes the Debian package of a build and looks at it: what is in it, what it depends on, whether the
# program in it finds what belongs to it.
set -eu
build=$1 source=$2
T=$(mktemp -d)
trap 'rm -rf "$T"' EXIT
fail() {
  echo "$1" >&2
  exit 1
}
deb=$("$source/tools/package" deb "$build" "$T")
[ -s "$deb" ] || fail "no package was written"

dpkg-deb -c "$deb" >"$T/contents"
for file in bin/heddle include/heddle/heddle.h share/man/man1/heddle.1.gz share/doc/heddle/copyright \
  share/doc/heddle/examples/peterson.c share/bash-completion/completions/heddle; do
  grep -q " \./usr/$file$" "$T/contents" || fail "/usr/$file is not in the package"
done
grep ' \./' "$T/contents" | grep -v ' \./$' | grep -v ' \./usr/' && fail "there is something outside of /usr"
grep -q -v 'root/root' "$T/contents" && fail "something does not belong to root"

for field in 'Package: heddle' 'Depends: .*clang-19' 'Depends: .*libc6 (>= ' 'Depends: .*libcjson1'; do
  dpkg-deb -I "$deb" | grep -q "^ $field" || fail "the package does not say: $field"
done

dpkg-deb -x "$deb" "$T/root"
[ "$("$T/root/usr/bin/heddle" verify -q -p unreach-call "$T/root/usr/share/doc/heddle/examples/peterson.c" | tail -n 1)" = 'verdict: safe' ] ||
  fail "the program in the package does not work"
