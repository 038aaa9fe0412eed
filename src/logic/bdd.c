/* bdd.c - BuDDy's start, limits, garbage collection and errors behind one guard. */
#include "logic/bdd.h"

#include <limits.h>
#include <setjmp.h>
#include <stdio.h>
#include <unistd.h>

#include "logic/bdd_core.h"

enum {
  BYTES_PER_NODE = 80,     /* 20 in the table, 36 in the caches, and room for both copies while it grows */
  FIRST_NODES = 40000,     /* small enough to start at once, large enough not to collect at once */
  MOST_INCREASE = 1 << 25, /* the table doubles up to this many new places */
  CACHE_RATIO = 4,         /* places in the table for each of a cache */
  SMALL_TABLE = 1 << 22,   /* up to here the table grows unless most of it is free ... */
  LEAST_FREE_SMALL = 75,
  LEAST_FREE_PERCENT = 40, /* ... a collection empties BuDDy's caches: better grow than collect often */
  MOST_NODES = INT_MAX / 2,
  SAFE_CUBE = 1 << 24 /* BuDDy packs a cube's node into 24 bits of a cache key */
};

static struct {
  bool running;
  const hd_budget *budget;
  hd_cause_kind exhausted;
  HD_VEC(BDD) registered;
  jmp_buf guard;
  bool guarded; /* an operation runs that may be left by longjmp */
  int limit;
  uint64_t peak, reorderings, after_reordering, operations;
} the;

/* --- the budget -------------------------------------------------------------------------------- */

static int node_limit(const hd_budget *budget)
{
  uint64_t bytes = budget ? budget->memory : 0;
  if (!bytes) bytes = (uint64_t)sysconf(_SC_PHYS_PAGES) * (uint64_t)sysconf(_SC_PAGESIZE) / 2;
  uint64_t nodes = bytes / BYTES_PER_NODE;
  if (nodes < 2 * FIRST_NODES) nodes = 2 * FIRST_NODES;
  return nodes > MOST_NODES ? MOST_NODES : (int)nodes;
}

static HD_NORETURN void leave_guarded(hd_cause_kind why)
{
  if (!the.exhausted) the.exhausted = why;
  the.guarded = false;
  longjmp(the.guard, 1);
}

/* A full table ends the operation; its caches hold finished results only, so they stay right. Memory
 * that the system refuses leaves BuDDy's table half resized: the process can't go on. */
static void on_error(int code)
{
  if (code == BDD_NODENUM && the.guarded) leave_guarded(HD_CAUSE_MEMORY);
  if (code == BDD_MEMORY || code == BDD_NODENUM) hd_out_of_memory();
  hd_defect("BuDDy", code, bdd_errstring(code));
}

static void note_peak(void)
{
  uint64_t live = (uint64_t)bdd_getnodenum();
  if (live > the.peak) the.peak = live;
}

/* Called before and after a collection: where a long operation is interrupted. Before it, the table
 * is consistent. */
static void on_collection(int before, bddGbcStat *stat)
{
  (void)stat;
  if (!before) return;
  bdd_setminfreenodes(bdd_getallocnum() < SMALL_TABLE ? LEAST_FREE_SMALL : LEAST_FREE_PERCENT);
  note_peak();
  hd_cause_kind why = the.budget ? hd_budget_cause(the.budget) : HD_CAUSE_NONE;
  if (why && the.guarded) leave_guarded(why);
}

/* --- the manager ------------------------------------------------------------------------------- */

void hd_bdd_start(const hd_budget *budget)
{
  hd_bdd_start_with(budget, FIRST_NODES);
}

void hd_bdd_start_with(const hd_budget *budget, uint32_t nodes)
{
  HD_CHECK(!the.running);
  the.running = true;
  the.budget = budget;
  the.exhausted = HD_CAUSE_NONE;
  the.peak = the.reorderings = the.after_reordering = 0;
  the.limit = node_limit(budget);
  int first = nodes > (uint32_t)the.limit / 2 ? the.limit / 2 : (int)nodes;
  HD_CHECK(bdd_init(first, first / CACHE_RATIO) == 0);
  bdd_error_hook(on_error);
  bdd_gbc_hook(on_collection);
  bdd_setmaxincrease(MOST_INCREASE);
  bdd_setmaxnodenum(the.limit);
  bdd_setcacheratio(CACHE_RATIO);
  bdd_setminfreenodes(LEAST_FREE_SMALL);
}

void hd_bdd_stop(void)
{
  HD_CHECK(the.running);
  hd_vec_clear(&the.registered);
  hd_bdd_forget_groups();
  if (bdd_varnum() == 0) bdd_setvarnum(1); /* without any, BuDDy frees what it never allocated */
  bdd_done();
  the.running = false;
  the.budget = NULL;
}

bool hd_bdd_running(void)
{
  return the.running;
}

hd_cause_kind hd_bdd_exhausted(void)
{
  return the.exhausted;
}

bool hd_bdd_budget_ended(void)
{
  if (the.budget && !the.exhausted) the.exhausted = hd_budget_cause(the.budget);
  return the.exhausted;
}

void hd_bdd_forgive(void)
{
  the.exhausted = HD_CAUSE_NONE;
}

hd_bdd_stats hd_bdd_get_stats(void)
{
  bddStat s;
  bdd_stats(&s);
  note_peak();
  return (hd_bdd_stats){.live = (uint64_t)bdd_getnodenum(),
                        .peak = the.peak,
                        .table = (uint64_t)s.nodenum,
                        .limit = (uint64_t)the.limit,
                        .collections = (uint64_t)s.gbcnum,
                        .reorderings = the.reorderings};
}

/* --- references -------------------------------------------------------------------------------- */

hd_bdd_scope hd_bdd_open(void)
{
  return the.registered.len;
}

void hd_bdd_close(hd_bdd_scope s)
{
  HD_CHECK(s <= the.registered.len);
  while (the.registered.len > s) bdd_delref(hd_vec_pop(&the.registered));
}

hd_bdd hd_bdd_close_with(hd_bdd_scope s, hd_bdd survivor)
{
  hd_bdd_keep(survivor);
  hd_bdd_close(s);
  if (survivor.node > 1) hd_vec_push(&the.registered, survivor.node);
  return survivor;
}

hd_bdd hd_bdd_keep(hd_bdd x)
{
  if (x.node > 1) bdd_addref(x.node);
  return x;
}

void hd_bdd_drop(hd_bdd x)
{
  if (x.node > 1) bdd_delref(x.node);
}

void hd_bdd_set(hd_bdd *slot, hd_bdd value)
{
  hd_bdd_keep(value);
  hd_bdd_drop(*slot);
  *slot = value;
}

hd_bdd hd_bdd_register(BDD node)
{
  if (node > 1) {
    bdd_addref(node);
    hd_vec_push(&the.registered, node);
  }
  return (hd_bdd){node};
}

/* --- operations -------------------------------------------------------------------------------- */

/* Work on small sets may go on for long without any collection. */
static bool time_is_over(void)
{
  enum { OPERATIONS = 4096 };
  if (!the.budget || ++the.operations % OPERATIONS != 0) return false;
  hd_cause_kind why = hd_budget_cause(the.budget);
  if (!why || why == HD_CAUSE_MEMORY) return false;
  if (!the.exhausted) the.exhausted = why;
  return true;
}

hd_bdd hd_bdd_run(BDD (*call)(const void *), const void *arguments)
{
  if (time_is_over()) return HD_BDD_NONE;
  if (setjmp(the.guard)) return HD_BDD_NONE;
  the.guarded = true;
  BDD result = call(arguments);
  the.guarded = false;
  return hd_bdd_register(result);
}

typedef struct {
  hd_bdd a, b, c;
  int op;
} operands;

#define NONE_IN(x, y, z) ((x).node < 0 || (y).node < 0 || (z).node < 0)

static BDD call_not(const void *p)
{
  const operands *o = p;
  return bdd_not(o->a.node);
}

static BDD call_apply(const void *p)
{
  const operands *o = p;
  return bdd_apply(o->a.node, o->b.node, o->op);
}

static BDD call_ite(const void *p)
{
  const operands *o = p;
  return bdd_ite(o->a.node, o->b.node, o->c.node);
}

static BDD call_exists(const void *p)
{
  const operands *o = p;
  return bdd_exist(o->a.node, o->b.node);
}

static BDD call_forall(const void *p)
{
  const operands *o = p;
  return bdd_forall(o->a.node, o->b.node);
}

static BDD call_and_exists(const void *p)
{
  const operands *o = p;
  return bdd_appex(o->a.node, o->b.node, bddop_and, o->c.node);
}

static BDD call_restrict(const void *p)
{
  const operands *o = p;
  return bdd_restrict(o->a.node, o->b.node);
}

static BDD call_simplify(const void *p)
{
  const operands *o = p;
  return bdd_simplify(o->a.node, o->b.node);
}

static hd_bdd apply_bdd(hd_bdd a, hd_bdd b, int op)
{
  if (NONE_IN(a, b, b)) return HD_BDD_NONE;
  return hd_bdd_run(call_apply, &(operands){.a = a, .b = b, .op = op});
}

hd_bdd hd_bdd_not(hd_bdd a)
{
  if (NONE_IN(a, a, a)) return HD_BDD_NONE;
  return hd_bdd_run(call_not, &(operands){.a = a});
}

/* The cases that need no operation are many. */
hd_bdd hd_bdd_and(hd_bdd a, hd_bdd b)
{
  if (NONE_IN(a, b, b)) return HD_BDD_NONE;
  if (a.node == 1 || a.node == b.node) return hd_bdd_register(b.node);
  if (b.node == 1) return hd_bdd_register(a.node);
  if (a.node == 0 || b.node == 0) return HD_BDD_FALSE;
  return hd_bdd_run(call_apply, &(operands){.a = a, .b = b, .op = bddop_and});
}

hd_bdd hd_bdd_or(hd_bdd a, hd_bdd b)
{
  if (NONE_IN(a, b, b)) return HD_BDD_NONE;
  if (a.node == 0 || a.node == b.node) return hd_bdd_register(b.node);
  if (b.node == 0) return hd_bdd_register(a.node);
  if (a.node == 1 || b.node == 1) return HD_BDD_TRUE;
  return hd_bdd_run(call_apply, &(operands){.a = a, .b = b, .op = bddop_or});
}

hd_bdd hd_bdd_xor(hd_bdd a, hd_bdd b)
{
  return apply_bdd(a, b, bddop_xor);
}

hd_bdd hd_bdd_iff(hd_bdd a, hd_bdd b)
{
  return apply_bdd(a, b, bddop_biimp);
}

hd_bdd hd_bdd_implies(hd_bdd a, hd_bdd b)
{
  return apply_bdd(a, b, bddop_imp);
}

hd_bdd hd_bdd_minus(hd_bdd a, hd_bdd b)
{
  if (a.node >= 0 && b.node == 0) return hd_bdd_register(a.node);
  return apply_bdd(a, b, bddop_diff);
}

hd_bdd hd_bdd_ite(hd_bdd a, hd_bdd b, hd_bdd c)
{
  if (NONE_IN(a, b, c)) return HD_BDD_NONE;
  return hd_bdd_run(call_ite, &(operands){.a = a, .b = b, .c = c});
}

hd_bdd hd_bdd_exists(hd_bdd a, hd_bdd cube)
{
  if (NONE_IN(a, cube, cube)) return HD_BDD_NONE;
  if (cube.node == 1 || a.node <= 1) return a;
  return hd_bdd_run(call_exists, &(operands){.a = a, .b = cube});
}

hd_bdd hd_bdd_forall(hd_bdd a, hd_bdd cube)
{
  if (NONE_IN(a, cube, cube)) return HD_BDD_NONE;
  if (cube.node == 1 || a.node <= 1) return a;
  return hd_bdd_run(call_forall, &(operands){.a = a, .b = cube});
}

hd_bdd hd_bdd_and_exists(hd_bdd a, hd_bdd b, hd_bdd cube)
{
  if (NONE_IN(a, b, cube)) return HD_BDD_NONE;
  if (cube.node == 1) return hd_bdd_and(a, b);
  if (cube.node >= SAFE_CUBE) return hd_bdd_exists(hd_bdd_and(a, b), cube);
  return hd_bdd_run(call_and_exists, &(operands){.a = a, .b = b, .c = cube});
}

hd_bdd hd_bdd_restrict(hd_bdd a, hd_bdd literals)
{
  if (NONE_IN(a, literals, literals)) return HD_BDD_NONE;
  if (literals.node == 1) return a;
  return hd_bdd_run(call_restrict, &(operands){.a = a, .b = literals});
}

hd_bdd hd_bdd_simplify(hd_bdd a, hd_bdd care)
{
  if (NONE_IN(a, care, care)) return HD_BDD_NONE;
  if (care.node == 0) return HD_BDD_FALSE;
  return hd_bdd_run(call_simplify, &(operands){.a = a, .b = care});
}

/* --- order ------------------------------------------------------------------------------------- */

/* BuDDy can't leave a reordering half done: it may exceed the limit meanwhile. */
void hd_bdd_reorder(void)
{
  if (bdd_varnum() < 2) return;
  note_peak();
  hd_bdd_group_rest();
  bdd_setmaxnodenum(0);
  bdd_reorder(BDD_REORDER_SIFT);
  int table = bdd_getallocnum();
  if (table > the.limit) the.limit = table;
  bdd_setmaxnodenum(the.limit);
  the.reorderings++;
  the.after_reordering = (uint64_t)bdd_getnodenum();
}

uint64_t hd_bdd_reorderings(void)
{
  return the.reorderings;
}

bool hd_bdd_reorder_if_grown(uint64_t least)
{
  uint64_t live = (uint64_t)bdd_getnodenum();
  if (live < least || live < 2 * the.after_reordering) return false;
  note_peak();
  bdd_gbc();
  live = (uint64_t)bdd_getnodenum();
  if (live < least || live < 2 * the.after_reordering) return false;
  hd_bdd_reorder();
  return true;
}
