#!/bin/sh
# pages.sh FOLDER: the pages of the documentation hang together. In README.md, CONTRIBUTING.md, CHANGELOG.md, docs/ and
# bench/results/:
#   - a link to a file leads to one, and a link to a section to a heading
#   - the index, docs/README.md, leads to every page; the pages of a folder that has a README.md are listed there
#   - no line of prose is longer than 120 columns; tables, code and links that fit no line are not prose
# Prints what is wrong, and then ends with status 1.
set -u
cd "$1" || exit 1
pages=$(find docs bench/results -name '*.md' | sort)

awk '
  function folder(path) { return path ~ /\// ? substr(path, 1, match(path, /\/[^\/]*$/)) : "" }
  function wrong(text) { print FILENAME ":" FNR ": " text; failed = 1 }
  # The fragment that a heading gets: small letters, words joined by dashes, nothing else.
  function fragment(heading) {
    heading = tolower(heading)
    gsub(/[^a-z0-9 _-]/, "", heading)
    gsub(/ /, "-", heading)
    return heading
  }
  # a/b/../c is a/c.
  function plain(path) {
    while (path ~ /[^\/]+\/\.\.\//) sub(/[^\/]+\/\.\.\//, "", path)
    return path
  }
  FNR == 1 { inside = 0 }
  /^ *```/ { inside = !inside; next }
  inside { next }
  /^#+ / { sub(/^#+ /, ""); headings[FILENAME "#" fragment($0)] = 1; next }
  {
    if (length($0) > 120 && $0 !~ /^\|/ && $0 ~ /[^ ] [^ ]+ /) wrong("a line of " length($0) " columns")
    line = $0
    gsub(/`[^`]*`/, "", line)
    while (match(line, /\]\([^)]*\)/)) {
      target = substr(line, RSTART + 2, RLENGTH - 3)
      line = substr(line, RSTART + RLENGTH)
      if (target ~ /^[a-z]+:/) continue
      if (target ~ /^#/) target = FILENAME target
      else target = plain(folder(FILENAME) target)
      links[++n] = target
      from[n] = FILENAME ":" FNR
    }
  }
  END {
    for (i = 1; i <= n; i++) {
      file = links[i]
      sub(/#.*/, "", file)
      if (file in known == 0) known[file] = system("test -e \"" file "\"") == 0
      if (!known[file]) { print from[i] ": there is no " file; failed = 1 }
      else if (links[i] ~ /\.md#/ && links[i] in headings == 0) { print from[i] ": no section " links[i]; failed = 1 }
      if (from[i] ~ /^docs\/(README|decisions\/README)\.md:/) listed[file] = 1
    }
    for (i = 1; i < ARGC; i++)
      if (ARGV[i] ~ /^docs\// && ARGV[i] !~ /^docs\/(README\.md|causes\/)/ && ARGV[i] in listed == 0) {
        print ARGV[i] ": docs/README.md does not lead to this page"; failed = 1
      }
    exit failed
  }' README.md CONTRIBUTING.md CHANGELOG.md $pages
