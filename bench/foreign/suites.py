"""suites.py - what the files of other tools expect of a verifier. Nothing of these suites is part of the project."""
import collections
import os
import re

# text is the annotation as it stands in the file; line is None for the whole program.
Expectation = collections.namedtuple("Expectation", "line property verdict text")
# changed is the text to verify instead of the file, or None.
Task = collections.namedtuple("Task", "name path arguments expectations changed", defaults=[None])


def sources(folder):
    for place, folders, files in os.walk(folder):
        folders.sort()
        for name in sorted(files):
            if name.endswith(".c"):
                yield os.path.join(place, name)


def read_lines(path):
    with open(path, encoding="utf-8", errors="replace") as f:
        return f.read().splitlines()


# Goblint. An annotation belongs to its line (docs/developer-guide/testing.md there). UNKNOWN and RACE without `!' say what the tool
# answers and nothing about the program.

# Options that change what the program is: another entry, other platforms, an analysis of interrupts.
GOBLINT_OTHER = re.compile(r"mainfun|otherfun|exitfun|osek|arinc|extract|kernel|incremental|allfuns|nonstatic|library")
# Of the whole program: what comes after the first mistake is not looked at.
GOBLINT_WARN = {"74-invalid_deref": "valid-memsafety", "75-invalid_free": "valid-memsafety",
                "76-memleak": "valid-memsafety", "39-signed-overflows": "no-overflow"}


def goblint_line(text):
    """What one line says: (property, verdict), or None."""
    comment = text[text.find("//"):] if "//" in text else ""
    # Comments after a word in brackets or a URL still are the annotation; a line that is only a comment says nothing.
    if re.search(r"\bRACE!", comment):
        return "no-data-race", "unsafe"
    if re.search(r"\bNORACE\b", comment):
        return "no-data-race", "safe"
    if re.search(r"\bRACE\b", comment) or "NOFAIL" in comment:
        return None
    if re.search(r"\bNODEADLOCK\b|\bDEADLOCK\b", comment):
        return None  # of the whole program, see below
    if re.search(r"(__goblint_check|\bassert)\s*\(", text[:len(text) - len(comment)]):
        if re.search(r"\bUNKNOWN!|\bFAIL", comment):
            return "unreach-call", "unsafe"
        if re.search(r"\bUNKNOWN\b|\bTODO\b|\bSKIP\b", comment):
            return ("unreach-call", "safe") if re.search(r"\bTODO\b", comment) and "UNKNOWN" not in comment else None
        return "unreach-call", "safe"
    return None


def goblint_expectations(lines, group):
    found = []
    for number, text in enumerate(lines, 1):
        if text.lstrip().startswith("//"):
            continue
        said = goblint_line(text)
        if said:
            found.append(Expectation(number, said[0], said[1], text.strip()[-60:]))
    code = [t for t in lines if not t.lstrip().startswith("//")]
    if group in GOBLINT_WARN and any(re.search(r"\bWARN\b", t) for t in code):
        found.append(Expectation(None, GOBLINT_WARN[group], "unsafe", "WARN"))
    if any(re.search(r"\bDEADLOCK\b", t) for t in code):
        found.append(Expectation(None, "no-deadlock", "unsafe", "DEADLOCK"))
    elif any(re.search(r"\bNODEADLOCK\b", t) for t in code):
        found.append(Expectation(None, "no-deadlock", "safe", "NODEADLOCK"))
    return found


def goblint(folder, include):
    for path in sources(folder):
        name, lines = os.path.relpath(path, folder), read_lines(path)
        first = lines[0] if lines else ""
        if GOBLINT_OTHER.search(first):
            continue
        arguments = ["-I" + include] + (["-m32"] if "32bit" in first else [])
        if "malloc.fail" in first:
            arguments.append("--malloc-may-fail")
        yield Task(name, path, arguments, goblint_expectations(lines, name.split(os.sep)[0]))


# GenMC: a folder for each kind of mistake; what is compiled are the variants. Correct ones are correct under weaker memory than ours.

GENMC_WRONG = {"racy": "no-data-race", "safety": "unreach-call", "memory": "valid-memsafety", "locking": "valid-sync",
               "barriers": "valid-sync", "lkmm": "no-data-race"}


def genmc_words(folder):
    """Options of the tests that are the compiler's."""
    words = []
    for place in (folder, os.path.dirname(folder)):
        for name in sorted(os.listdir(place)):
            if re.match(r"args.*\.in$|args$", name):
                words += [w for w in open(os.path.join(place, name), encoding="utf-8").read().split() if w.startswith("-D")]
    return sorted(set(words))


def genmc(folder, include):
    for path in sources(folder):
        name = os.path.relpath(path, folder)
        parts = name.split(os.sep)
        if "variants" not in parts:
            continue
        arguments = ["-I" + include] + genmc_words(os.path.dirname(path))
        if parts[0] == "correct":
            wanted = [Expectation(None, "unreach-call", "safe", "correct")]
        elif parts[0] == "wrong" and parts[1] in GENMC_WRONG:
            wanted = [Expectation(None, GENMC_WRONG[parts[1]], "unsafe", "wrong")]
        else:
            continue
        yield Task(name, path, arguments, wanted)


# Dat3M: the tests of the tool, in Java, say PASS or FAIL of a program under a memory model; what passes under a weak one is right.

def dat3m_tables(folder):
    """Verdicts by name, from the test tables beside the benchmarks' folder."""
    tests = os.path.join(os.path.dirname(folder), "dartagnan", "src", "test", "java", "com", "dat3m", "dartagnan", "llvm")
    said = collections.defaultdict(set)
    for name in sorted(os.listdir(tests)):
        text = "\n".join(read_lines(os.path.join(tests, name)))
        if "PROGRAM_SPEC" not in text and "EnumSet.of" in text:
            continue
        for program, result in re.findall(r'\{\s*"([\w/.+-]+)",[^}]*?\b(PASS|FAIL|UNKNOWN)\b[^}]*\}', text):
            said[os.path.basename(program)].add(result)
    return said


def dat3m(folder, include):
    said, headers = dat3m_tables(folder), os.path.join(os.path.dirname(folder), "include")
    for path in sources(folder):
        name = os.path.relpath(path, folder)
        results = said.get(os.path.basename(path)[:-2], set())
        wanted = []
        if "FAIL" not in results and results:
            wanted = [Expectation(None, "unreach-call", "safe", "PASS or no end within the bound")]
        elif results == {"FAIL"}:
            wanted = [Expectation(None, "unreach-call", "unsafe", "FAIL")]
        yield Task(name, path, ["-I" + headers], wanted)


# Ultimate: //#Safe and //#Unsafe; races for those of the folder of races. Assertions are comments of ACSL.

def acsl_as_c(lines):
    call = r"{ extern void reach_error(void); if (!(\1)) reach_error(); }"
    text = "\n".join(lines).replace("\\true", "1").replace("\\false", "0")
    return re.sub(r"//@\s*assert\s+(.*?);", call, text) + "\n"


def ultimate(folder, include):
    for path in sources(folder):
        name, lines = os.path.relpath(path, folder), read_lines(path)
        said = re.search(r"//#(Safe|Unsafe)", "\n".join(lines))
        prop = "no-data-race" if name.startswith("races") else "unreach-call"
        wanted = [Expectation(None, prop, said.group(1).lower(), said.group(0))] if said else []
        yield Task(name, path, [], wanted, acsl_as_c(lines))


READERS = {"goblint": goblint, "genmc": genmc, "dat3m": dat3m, "ultimate": ultimate}
