#!/usr/bin/env python3
"""run.py HEDDLE SOURCE: runs Heddle through its tool-info module, as BenchExec would.

With BenchExec installed its own base class is used; otherwise a small one with what the module may rely on: the methods
and fields that the documentation of tool-info modules lists.
"""
import collections
import os
import subprocess
import sys
import types

heddle, source = os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2])
sys.path.insert(0, os.path.join(source, "bench", "tool-info"))

try:
    import benchexec.tools.template  # noqa: F401
    print("with BenchExec itself")
except ImportError:
    package, tools = types.ModuleType("benchexec"), types.ModuleType("benchexec.tools")
    result, template = types.ModuleType("benchexec.result"), types.ModuleType("benchexec.tools.template")
    result.RESULT_TRUE_PROP, result.RESULT_FALSE_PROP, result.RESULT_UNKNOWN = "true", "false", "unknown"

    class BaseTool2:
        REQUIRED_PATHS = []

        @staticmethod
        def _version_from_tool(executable, arg="--version", line_prefix=None):
            output = subprocess.run([executable, arg], capture_output=True, text=True, check=True).stdout.strip()
            for line in output.splitlines():
                if line_prefix and line.startswith(line_prefix):
                    return line[len(line_prefix):].strip()
            return "" if line_prefix else output

    template.BaseTool2 = BaseTool2
    package.tools, package.result, tools.template = tools, result, template
    sys.modules.update({"benchexec": package, "benchexec.tools": tools, "benchexec.result": result,
                        "benchexec.tools.template": template})
    print("without BenchExec: against its documented interface")

from heddle import Tool  # noqa: E402

Task = collections.namedtuple("Task", "input_files_or_identifier property_file options")
Limits = collections.namedtuple("Limits", "cputime memory cpu_cores", defaults=(None, None, None))
ExitCode = collections.namedtuple("ExitCode", "value")
Run = collections.namedtuple("Run", "output exit_code")
failures = 0


def expect(what, found, wanted):
    global failures
    if found != wanted:
        print(f"{what}: {found!r} instead of {wanted!r}")
        failures += 1


def run(options, files, prop=None, task_options=None, limits=Limits()):
    words = tool.cmdline(heddle, options, Task(files, prop, task_options), limits)
    done = subprocess.run(words, capture_output=True, text=True, cwd=os.path.join(source, "tests", "cli", "programs"))
    return Run(done.stdout.splitlines(keepends=True), ExitCode(done.returncode))


tool = Tool()
expect("name", tool.name(), "Heddle")
locator = types.SimpleNamespace(find_executable=lambda name, subdir="": os.path.join(subdir, name))
expect("executable", tool.executable(locator), "bin/heddle")
version = subprocess.run([heddle, "--version"], capture_output=True, text=True, check=True).stdout.split()[1]
expect("version", tool.version(heddle), version)

line = tool.cmdline("heddle", ["-s"], Task(["a.c"], "p.prp", {"language": "C", "data_model": "ILP32"}),
                    Limits(900, 15000000000, 4))
expect("cmdline", line, ["heddle", "verify", "-s", "--property", "p.prp", "--data-model", "ILP32", "--timeout", "none",
                         "--memory", "13500", "--jobs", "4", "a.c"])
expect("cmdline with limits of its own",
       tool.cmdline("heddle", ["--timeout=5", "-m", "100", "-j", "1"], Task(["a.c"], None, None), Limits(9, 10 ** 9, 2)),
       ["heddle", "verify", "--timeout=5", "-m", "100", "-j", "1", "a.c"])

safe = run(["-s"], ["locked_update.c"], "unreach-call.prp")
expect("safe", tool.determine_result(safe), "true")
expect("a statistic", float(tool.get_value_from_output(safe.output, "time.total")) > 0, True)
expect("no such statistic", tool.get_value_from_output(safe.output, "nothing"), None)
expect("unsafe", tool.determine_result(run([], ["lost_update.c"], "unreach-call.prp")), "false(unreach-call)")
expect("race", tool.determine_result(run([], ["lost_update.c"], "no-data-race.prp")), "false(no-data-race)")
expect("deadlock", tool.determine_result(run(["-p", "no-deadlock"], ["crossed_locks.c"])), "false(no-deadlock)")
expect("memory", tool.determine_result(run(["-p", "valid-memsafety"], ["stale_node.c"])), "false(valid-deref)")
bounded = run(["-p", "unreach-call", "--engine", "explicit", "--contexts", "0"], ["locked_update.c"])
expect("unknown", tool.determine_result(bounded), "unknown")
expect("bad input", tool.determine_result(run([], ["nothing.c"])), "ERROR (input)")
for reason, wanted in (("time limit: unwind 3", "TIMEOUT"), ("memory limit", "OUT OF MEMORY"), ("refused", "unknown")):
    expect(reason, tool.determine_result(Run([f"verdict: unknown ({reason})\n"], ExitCode(20))), wanted)
for line, part in (("memory lost in main at a.c:2: f();", "valid-memtrack"), ("invalid free: double free in main", "valid-free"),
                   ("signed overflow in main at a.c:3", "no-overflow")):
    expect(line, tool.determine_result(Run([line + "\n", "verdict: unsafe\n"], ExitCode(10))), f"false({part})")
expect("nothing at all", tool.determine_result(Run([], ExitCode(139))), "ERROR")
sys.exit(failures > 0)
