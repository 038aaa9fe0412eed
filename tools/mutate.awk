# mutate.awk - the places in C files where one operator, constant or condition can be changed, for tools/mutate.
# Prints file, line, column, what stands there, and what could, separated by tabs. It relies on what clang-format
# does: blanks around binary operators, none after a `!'.

BEGIN {
  OFS = "\t"
  n = split("==,!= !=,== <=,< >=,> <,<= >,>= &&,|| ||,&& +,- -,+ *,+ |,& &,| |=,= &=,= +=,-= -=,+=", pairs, " ")
  for (i = 1; i <= n; i++) {
    split(pairs[i], pair, ",")
    other[pair[1]] = pair[2]
  }
  other["true"] = "false"
  other["false"] = "true"
}

# Comments and texts become blanks; columns stay.
function code_of(line, out, i, c, two) {
  out = ""
  for (i = 1; i <= length(line); i++) {
    c = substr(line, i, 1)
    two = substr(line, i, 2)
    if (comment) {
      if (two == "*/") {
        comment = 0
        out = out " "
        i++
      }
      c = " "
    } else if (text != "") {
      if (c == "\\") {
        out = out " "
        i++
      } else if (c == text) {
        text = ""
      }
      c = " "
    } else if (two == "/*") {
      comment = 1
      out = out " "
      i++
      c = " "
    } else if (two == "//") {
      return out
    } else if (c == "\"" || c == "'") {
      text = c
      c = " "
    }
    out = out c
  }
  text = ""
  return out
}

FNR == 1 { comment = in_check = 0 }

# A function that says whether an invariant holds is no more than an assertion.
/^bool hd_[a-z_]*_check(_form)?\(/ && !/;$/ { in_check = 1 }
/^}/ { in_check = 0 }

{
  code = code_of($0)
  if (in_check || $0 ~ /^[[:space:]]*#/ || continued || code ~ /HD_(CHECK|ASSERT|UNREACHABLE)/) {
    continued = $0 ~ /\\$/
    next
  }
  continued = 0
  for (at = 1; at <= length(code); at++) {
    rest = substr(code, at)
    before = at > 1 ? substr(code, at - 1, 1) : " "
    if (before == " " && match(rest, /^[-=!<>&|+*]+ /) && substr(rest, 1, RLENGTH - 1) in other) {
      token = substr(rest, 1, RLENGTH - 1)
      print FILENAME, FNR, at, token, other[token]
      at += RLENGTH - 1
    } else if (match(rest, /^![A-Za-z_(*]/)) {
      print FILENAME, FNR, at, "!", ""
    } else if (before !~ /[A-Za-z0-9_.]/ && match(rest, /^[0-9]+[^A-Za-z0-9_.]/)) {
      token = substr(rest, 1, RLENGTH - 1)
      print FILENAME, FNR, at, token, token == "1" ? "0" : token + 1
      at += RLENGTH - 2
    } else if (before !~ /[A-Za-z0-9_]/ && match(rest, /^(true|false)[^A-Za-z0-9_]/)) {
      token = substr(rest, 1, RLENGTH - 1)
      print FILENAME, FNR, at, token, other[token]
    } else if (match(rest, /^(if|while) \(/)) { # the whole condition, where it ends on the line
      end = at + RLENGTH
      for (depth = 1; depth && end <= length(code); end++) {
        c = substr(code, end, 1)
        depth += (c == "(") - (c == ")")
      }
      if (!depth) {
        condition = substr($0, at + RLENGTH, end - 1 - at - RLENGTH)
        print FILENAME, FNR, at + RLENGTH, condition, "!(" condition ")"
      }
    }
  }
}
