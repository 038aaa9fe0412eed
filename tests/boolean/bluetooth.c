#include "bluetooth.h"

static const char head[] = "decl flag, event, stopped, p0, p1, p2, p3;\n"
                           "void init() begin\n"
                           "  flag, event, stopped := F, F, F;\n"
                           "  p0, p1, p2, p3 := T, F, F, F;\n"
                           "end\n"
                           "void decrement() begin\n"
                           "  decl last;\n"
                           "  p0, p1, p2, p3, last := !p0, p1 ^ !p0, p2 ^ (!p1 & !p0), p3 ^ (!p2 & !p1 & "
                           "!p0), p0 & !p1 & !p2 & !p3;\n"
                           "  if (last) then event := T; fi\n"
                           "end\n"
                           "void add() begin\n"
                           "  p0, p1, p2, p3 := !p0, p1 ^ p0, p2 ^ (p1 & p0), p3 ^ (p2 & p1 & p0);\n"
                           "end\n";

static const char test_first[] = "bool increment() begin\n"
                                 "  if (flag) then return F; fi\n"
                                 "  add();\n"
                                 "  return T;\n"
                                 "end\n";

static const char count_first[] = "bool increment() begin\n"
                                  "  add();\n"
                                  "  if (flag) then decrement(); return F; fi\n"
                                  "  return T;\n"
                                  "end\n";

void print_bluetooth(FILE *out, unsigned version, uint32_t adders, uint32_t stoppers)
{
  fprintf(out, "// The Bluetooth driver, version %u.\n%s%s", version, head, version == 1 ? test_first : count_first);
  fprintf(out, "thread[%u] void adder() begin\n  decl running;\n  running := increment();\n", adders);
  if (version < 3)
    fputs("  if (running) then assert(!stopped); fi\n  decrement();\nend\n", out);
  else
    fputs("  if (running) then\n    assert(!stopped);\n    decrement();\n  fi\nend\n", out);
  fprintf(out,
          "thread[%u] void stopper() begin\n  flag := T;\n  decrement();\n  assume(event);\n  stopped := "
          "T;\nend\n",
          stoppers);
}
