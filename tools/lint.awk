# lint.awk - the checks of tools/lint that look at the text of a file.

BEGIN {
  # below[f]: the folders that f may include, besides itself.
  below["base"] = ""
  below["expr"] = "base"
  below["program"] = "base expr"
  below["frontend"] = below["analysis"] = below["logic"] = below["trace"] = "base expr program"
  below["boolean"] = "base" # Boolean programs keep their procedures: a small model of their own
  below["build"] = "base" # what compilers and builds say: flags, commands, objects
  below["frontend"] = below["frontend"] " boolean build"
  below["mu"] = "base logic" # the fixed-point language, over BDDs
  below["sequential"] = "base expr program build frontend analysis logic trace"
  below["proving"] = below["sequential"] " sequential" # threads one by one, each against what the others keep
  below["engine"] = below["proving"] " proving boolean mu"
  below["evidence"] = "base expr program logic trace boolean"
  below["report"] = below["evidence"] " evidence"
  below["api"] = below["engine"] " engine evidence report"
  below["suite"] = "base report" # running many tasks, as processes: it knows nothing of programs
  below["mpi"] = "suite" # a plug-in; it is linked with nothing of the others
  below["cli"] = "base build suite" # and include/heddle: the command line is the library's first user

  # above[e]: the engines that engine e is built on.
  above["slicing"] = "bmc"
  above["modular"] = "bmc" # which decides modules of all threads

  # home[h]: where the third-party headers that match h may be included.
  home["^llvm-c/"] = "src/frontend/c/"
  home["^yaml\\.h$"] = "src/frontend/task/"
  home["cJSON\\.h$"] = "src/report/ src/build/"
  home["^libxml/"] = "src/report/"
  home["^z3.*\\.h$"] = "src/logic/"
  home["^(bdd|fdd|bvec)\\.h$"] = "src/logic/"
  home["^mpi\\.h$"] = "src/mpi/"
  home["^ccadical\\.h$"] = "src/logic/"
}

function finding(text) { print FILENAME ":" FNR ": " text }

function contains(list, word) { return index(" " list " ", " " word " ") > 0 }

# The folder of src/ that a path like "engine/explicit/state.h" lies in, "" when none.
function folder_of(path,    parts) { return split(path, parts, "/") > 1 && parts[1] in below ? parts[1] : "" }

# "explicit" of "engine/explicit/state.h", "" of "engine/engine.h".
function engine_of(path,    parts) { return split(path, parts, "/") > 2 && parts[1] == "engine" ? parts[2] : "" }

function check_own(own, header,    to) {
  to = folder_of(header)
  if (to == "") return
  if (own == "include") finding("a public header includes \"" header "\"")
  else if (to != own && !contains(below[own], to))
    finding("src/" own " may not include src/" to " (\"" header "\")")
  else if (engine_of(header) != "" && own == "engine" && engine_of(inside) != engine_of(header) && !is_table && \
           !contains(above[engine_of(inside)], engine_of(header)))
    finding("an engine may not include another (\"" header "\")")
}

function is_at_home(folders,    i, n, list) {
  n = split(folders, list, " ")
  for (i = 1; i <= n; i++)
    if (index(FILENAME, list[i]) == 1) return 1
  return 0
}

function check_foreign(header,    pattern) {
  for (pattern in home)
    if (header ~ pattern && !is_at_home(home[pattern]))
      finding("<" header "> is for " home[pattern] " only")
}

FNR == 1 {
  inside = FILENAME
  own = inside ~ /^include\// ? "include" : ""
  if (sub(/^src\//, "", inside)) own = folder_of(inside)
  # An assertion that fails ends the process with a word about it, from wherever it is.
  may_print = own == "cli" || FILENAME == "src/base/base.c"
  is_table = FILENAME == "src/engine/engine.c"
  if (own == "") finding("a folder that tools/lint.awk does not know")
}

/^[ \t]*#[ \t]*include/ {
  header = $0
  gsub(/^[^"<]*["<]|[">].*$/, "", header)
  check_own(own, header)
  check_foreign(header)
}

!may_print && /(^|[^A-Za-z0-9_])(printf|puts|putchar|perror|exit|fprintf *\( *std(out|err)|fputs *\([^,]*, *std(out|err)) *[(,)]/ \
  && !/format\(printf/ && !/^ *(\*|\/\*)/ && !/"[^"]*(printf|puts|perror|exit) *\(/ {
  finding("only src/cli prints and exits")
}

length($0) > 120 { finding("line of " length($0) " columns") }
