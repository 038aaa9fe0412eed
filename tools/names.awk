# names.awk - names in comments that do not exist, for tools/names: hd_... and HD_... that no code has, and files
# (name.c, folder/name.h, name_*.c) that are not there. All C files are given; the comments are those of include and src.
# A file in quotes, or with a line number behind it, is an example.

BEGIN { n = 0 }

function mention(word) {
  if (FILENAME !~ /^(src|include)\//) return
  where[n] = FILENAME ":" FNR
  words[n++] = word
}

# The names in a piece of a comment.
function read_comment(text,    word, before) {
  while (match(text, /[A-Za-z0-9_.\/*-]+/)) {
    word = substr(text, RSTART, RLENGTH)
    before = RSTART > 1 ? substr(text, RSTART - 1, 1) : ""
    text = substr(text, RSTART + RLENGTH)
    sub(/\.$/, "", word)
    if (word ~ /^(hd_[a-z]|HD_[A-Z])[A-Za-z0-9_]*$/) mention(word)
    else if (word ~ /^[a-z0-9_\/*]+\.[ch]$/ && before != "\"" && text !~ /^:[0-9]/) mention(word)
  }
}

# The headers of other libraries exist where some file includes them.
function read_code(text,    word) {
  if (text ~ /^[ \t]*#[ \t]*include/) {
    gsub(/^[^"<]*["<]|[">].*$/, "", text)
    sub(/.*\//, "", text)
    bases[text] = 1
    return
  }
  while (match(text, /(hd|HD)_[A-Za-z0-9_]+/)) {
    exists[substr(text, RSTART, RLENGTH)] = 1
    text = substr(text, RSTART + RLENGTH)
  }
}

function in_text(before) { gsub(/\\["\\]/, "", before); return gsub(/"/, "", before) % 2 }

FNR == 1 {
  inside = 0
  paths[FILENAME] = 1
  base = FILENAME
  sub(/.*\//, "", base)
  bases[base] = 1
}

{
  code = ""
  for (rest = $0; rest != ""; ) {
    at = index(rest, inside ? "*/" : "/*")
    if (!inside && at && in_text(code substr(rest, 1, at - 1))) {
      code = code substr(rest, 1, at + 1)
      rest = substr(rest, at + 2)
      continue
    }
    piece = at ? substr(rest, 1, at - 1) : rest
    if (inside) read_comment(piece)
    else code = code piece
    if (!at) break
    rest = substr(rest, at + 2)
    inside = !inside
  }
  read_code(code)
}

# `known_*.c': some file has such a name.
function matches_some(pattern,    path) {
  gsub(/\./, "\\.", pattern)
  gsub(/\*/, "[a-z0-9_]*", pattern)
  for (path in paths)
    if (path ~ ("(^|/)" pattern "$")) return 1
  return 0
}

function is_there(word) {
  if (word ~ /^(hd|HD)_[A-Za-z0-9_]+$/) return word in exists || begins_some(word)
  return word in bases || matches_some(word)
}

# `hd_term_': all names that begin with it.
function begins_some(word,    name) {
  if (word !~ /_$/) return 0
  for (name in exists)
    if (index(name, word) == 1) return 1
  return 0
}

END {
  for (i = 0; i < n; i++)
    if (!is_there(words[i])) print where[i] ": the comment names " words[i] ", which does not exist"
}
