# calls.awk - what nothing needs, for tools/names: files of src that are not reached from src/cli, a plug-in or a header
# (check=unlinked), and functions that no other code names (check=uncalled). All C files are given. A file needs another
# when it names something that the other defines.

BEGIN { m = n_todo = 0 }

function define(name) {
  if (name in home || name == "main") return
  home[name] = FILENAME
  line[name] = FNR
}

# A definition begins in the first column, with its type, and is neither static nor a declaration.
function read_definition(text) {
  if (text !~ /^[A-Za-z_]/ || text ~ /(^|[A-Z] )(static|typedef|extern|struct|union|enum|else|case|default)[ {]/ || text ~ /;$/) return ""
  if (text ~ /=/) sub(/[ \[]*(\[[^=]*)?=.*/, "", text)
  else if (!sub(/\(.*/, "", text)) return ""
  sub(/.*[ *]/, "", text)
  return text ~ /^[a-z][a-z0-9_]+$/ ? text : ""
}

function in_text(before) { gsub(/\\["\\]/, "", before); return gsub(/"/, "", before) % 2 }

function code_of(text,    kept, at) {
  kept = ""
  while (text != "") {
    at = index(text, inside ? "*/" : "/*")
    if (!inside && at && in_text(kept substr(text, 1, at - 1))) {
      kept = kept substr(text, 1, at + 1)
      text = substr(text, at + 2)
      continue
    }
    if (!inside) kept = kept (at ? substr(text, 1, at - 1) : text)
    if (!at) break
    text = substr(text, at + 2)
    inside = !inside
  }
  return kept
}

FNR == 1 { inside = 0 }

{
  code = code_of($0)
  if (code ~ /^[ \t]*#[ \t]*include/) next
  own = FILENAME ~ /^src\/.*\.c$/ ? read_definition(code) : ""
  if (own != "") define(own)
  # A header declares in its first column, and uses in bodies and macros.
  if (FILENAME ~ /^src\/.*\.h$/ && code ~ /^[A-Za-z_}]/) next
  while (match(code, /[a-z][a-z0-9]*_[a-z0-9_]+/)) {
    word = substr(code, RSTART, RLENGTH)
    code = substr(code, RSTART + RLENGTH)
    if (word != own) uses[FILENAME, word] = 1
  }
}

function need(file) {
  if (file in needed) return
  needed[file] = 1
  todo[n_todo++] = file
}

END {
  for (pair in uses) {
    split(pair, parts, SUBSEP)
    if (!(parts[2] in home)) continue
    named[parts[2]] = 1
    from[m] = parts[1]
    to[m++] = home[parts[2]]
  }
  for (name in home) files[home[name]] = 1
  if (check == "uncalled") {
    for (name in home)
      if (!(name in named) && name !~ /^heddle_/) print home[name] ":" line[name] ": nothing uses " name | "LC_ALL=C sort"
    exit
  }
  for (i = 0; i < m; i++) edges[from[i]] = edges[from[i]] " " to[i]
  for (file in edges)
    if (file ~ /^(src|include)\/.*\.h$/ || file ~ /^src\/(cli|mpi)\//) need(file)
  for (next_one = 0; next_one < n_todo; next_one++) {
    k = split(edges[todo[next_one]], list, " ")
    for (i = 1; i <= k; i++) need(list[i])
  }
  for (file in files)
    if (!(file in needed) && file !~ /^src\/(cli|mpi)\//) print file ":1: neither the program nor the library needs it" | "LC_ALL=C sort"
}
