"""heddle.py - how BenchExec runs Heddle: a tool-info module for benchexec.tools.template.BaseTool2.

Copy it to benchexec/tools/, or put its folder on PYTHONPATH and name it `heddle` in the benchmark definition.
"""

import re

import benchexec.result as result
import benchexec.tools.template


class Tool(benchexec.tools.template.BaseTool2):
    REQUIRED_PATHS = ["../include/heddle", "../share/heddle"]

    def name(self):
        return "Heddle"

    def executable(self, tool_locator):
        return tool_locator.find_executable("heddle", subdir="bin")

    def version(self, executable):
        return self._version_from_tool(executable, line_prefix="heddle ")

    def cmdline(self, executable, options, task, rlimits):
        words = [executable, "verify", *options]
        if task.property_file:
            words += ["--property", task.property_file]
        model = isinstance(task.options, dict) and task.options.get("data_model")
        if model:
            words += ["--data-model", model]
        if rlimits.cputime and not self._is_given(options, "-t", "--timeout"):
            words += ["--timeout", "none"]
        if rlimits.memory and not self._is_given(options, "-m", "--memory"):
            words += ["--memory", str(max(1, rlimits.memory * 9 // 10 // 1000000))]
        if rlimits.cpu_cores and not self._is_given(options, "-j", "--jobs"):
            words += ["--jobs", str(rlimits.cpu_cores)]
        return words + list(task.input_files_or_identifier)

    @staticmethod
    def _is_given(options, short, long):
        return any(o == short or o == long or o.startswith(long + "=") for o in options)

    def determine_result(self, run):
        """The last line is the verdict; which part of a property is violated, the trace's conclusion says."""
        last = next((line for line in reversed(list(run.output)) if line.strip()), "")
        verdict = re.match(r"verdict: (safe|unsafe|unknown)(?: \((.*)\))?$", last.strip())
        if not verdict:
            return "ERROR" + ({64: " (usage)", 65: " (input)", 70: " (defect)"}.get(run.exit_code.value, ""))
        if verdict.group(1) == "safe":
            return result.RESULT_TRUE_PROP
        if verdict.group(1) == "unsafe":
            return self._violated(run)
        return self._unknown(verdict.group(2) or "")

    _PARTS = [
        (r"^invalid free", "valid-free"),
        (r"^memory lost", "valid-memtrack"),
        (r"^invalid dereference", "valid-deref"),
        (r"^data race", "no-data-race"),
        (r"^deadlock", "no-deadlock"),
        (r"^signed overflow", "no-overflow"),
        (r"^assertion failed", "unreach-call"),
    ]

    def _violated(self, run):
        for line in run.output:
            for pattern, part in self._PARTS:
                if re.match(pattern, line):
                    return f"{result.RESULT_FALSE_PROP}({part})"
        return result.RESULT_FALSE_PROP

    @staticmethod
    def _unknown(reason):
        if "time limit" in reason:
            return "TIMEOUT"
        if "memory limit" in reason:
            return "OUT OF MEMORY"
        return result.RESULT_UNKNOWN

    def get_value_from_output(self, output, identifier):
        """With --stats, `name: value` lines; the identifier is the name."""
        for line in reversed(list(output)):
            name, colon, value = line.partition(":")
            if colon and name.strip() == identifier:
                return value.strip()
        return None
