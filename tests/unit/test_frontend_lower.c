/* test_frontend_lower.c - from bitcode to graphs: what becomes a step, a variable, a thread, an object. */
#include "frontend_programs.h"

#include "analysis/memory.h"

/* --- steps ------------------------------------------------------------------------------------------ */

typedef struct {
  const hd_terms *T;
  uint32_t found;
} counting;

static void count_deref(void *context, hd_term leaf)
{
  counting *c = context;
  c->found += hd_term_op(c->T, leaf) == HD_OP_DEREF;
}

/* Reads of memory in an edge, and writes of it. */
static uint32_t reads_of(const hd_program *p, const hd_edge_info *e)
{
  counting c = {.T = p->terms};
  if (hd_term_is(e->guard)) hd_term_visit_leaves(p->terms, e->guard, count_deref, &c);
  if (hd_term_is(e->cond)) hd_term_visit_leaves(p->terms, e->cond, count_deref, &c);
  for (uint32_t k = 0; k < e->n_assigns; k++)
    if (hd_term_is(e->assigns[k].value)) hd_term_visit_leaves(p->terms, e->assigns[k].value, count_deref, &c);
  return c.found;
}

static uint32_t writes_of(const hd_edge_info *e)
{
  uint32_t n = 0;
  for (uint32_t k = 0; k < e->n_assigns; k++) n += e->assigns[k].var.id == HD_NONE;
  return n;
}

static void count_accesses(const hd_program *p, uint32_t *reads, uint32_t *writes)
{
  *reads = *writes = 0;
  for (uint32_t i = 0; i < p->edges.len; i++) {
    const hd_edge_info *e = &p->edges.data[i];
    uint32_t r = reads_of(p, e), w = writes_of(e);
    assert_true(r + w <= 1); /* each access is a step of its own */
    *reads += r;
    *writes += w;
  }
}

static void every_access_to_memory_is_a_step(void **state)
{
  (void)state;
  scene *s = scene_of("int x, y; int main(void) { x = x + y; if (x && y) y++; return 0; }\n");
  uint32_t reads, writes;
  count_accesses(s->program, &reads, &writes);
  assert_int_equal(reads, 5);
  assert_int_equal(writes, 2);
  scene_free(s);
}

static void an_unused_read_of_memory_stays(void **state)
{
  (void)state;
  scene *s = scene_of("int x; int main(void) { (void)(x + 0 * x); int t = x; return 0; }\n");
  uint32_t reads, writes;
  count_accesses(s->program, &reads, &writes);
  assert_int_equal(reads, 3);
  scene_free(s);
}

static void a_local_is_read_without_a_step(void **state)
{
  (void)state;
  scene *s = scene_of("int main(void) { unsigned a = 1, b = 2, c = a * b + a; return c; }\n");
  uint32_t reads, writes;
  count_accesses(s->program, &reads, &writes);
  assert_int_equal(reads + writes, 0);
  hd_var c = hd_program_find_var(s->program, "main::c");
  assert_int_not_equal(c.id, HD_NONE);
  assert_int_equal(hd_var_get(s->program, c)->role, HD_ROLE_USER);
  assert_int_equal(hd_var_get(s->program, c)->show, HD_SHOW_UNSIGNED);
  assert_int_equal(s->program->objects.len, 1); /* the thread */
  scene_free(s);
}

static uint32_t count_checks(const hd_program *p, hd_check_kind check)
{
  uint32_t n = 0;
  for (uint32_t i = 0; i < p->edges.len; i++)
    n += p->edges.data[i].kind == HD_EDGE_ASSERT && p->edges.data[i].check == check;
  return n;
}

static void undefined_arithmetic_is_checked(void **state)
{
  (void)state;
  scene *s = scene_of("int x, y; unsigned u; int main(void) {\n"
                      "  int a = x, b = y;\n"
                      "  u = u + 1u;\n"              /* wraps */
                      "  x = (short)a + (char)b;\n"  /* fits */
                      "  x = (a & 15) * (b & 15);\n" /* fits */
                      "  y = a + b;\n"               /* 1 overflow */
                      "  x = a / b;\n"               /* 1 undefined, 1 overflow */
                      "  y = a << b;\n"              /* 1 undefined */
                      "  x = a % 7;\n"               /* nothing can happen */
                      "  return 0; }\n");
  assert_int_equal(count_checks(s->program, HD_CHECK_OVERFLOW), 2);
  assert_int_equal(count_checks(s->program, HD_CHECK_UNDEFINED), 2);
  scene_free(s);
}

static void locals_are_open_only_when_read_first(void **state)
{
  (void)state;
  scene *s = scene_of("int x; int main(void) { int a, b, c; if (x) a = 1; b = a; for (c = 0; c < 2; c++) x = b; }\n");
  const hd_program *p = s->program;
  assert_true(hd_var_get(p, hd_program_find_var(p, "main::a"))->any);
  assert_false(hd_var_get(p, hd_program_find_var(p, "main::b"))->any);
  assert_false(hd_var_get(p, hd_program_find_var(p, "main::c"))->any);
  scene_free(s);
}

/* The value of `a` before the store is what is added: it must be kept somewhere. */
static void a_value_outlives_a_store_to_its_variable(void **state)
{
  (void)state;
  scene *s = scene_of("int x; int main(void) { unsigned a = x; x = a++ + a++; return 0; }\n");
  const hd_program *p = s->program;
  uint32_t a = hd_program_find_var(p, "main::a").id, kept = 0;
  for (uint32_t i = 0; i < p->edges.len; i++) {
    const hd_edge_info *e = &p->edges.data[i];
    bool copies = e->n_assigns == 1 && e->assigns[0].var.id != HD_NONE && hd_term_is(e->assigns[0].value) &&
                  hd_term_same(e->assigns[0].value, hd_program_var_term(s->program, (hd_var){a}));
    kept += copies;
  }
  assert_int_equal(kept, 2);
  scene_free(s);
}

static void positions_are_those_of_the_source(void **state)
{
  (void)state;
  scene *s = scene_of("int x;\nstatic void f(void)\n{\n  x = 1;\n}\nint main(void)\n{\n  f();\n  return 0;\n}\n");
  const hd_program *p = s->program;
  bool found = false;
  for (uint32_t i = 0; i < p->edges.len; i++) {
    const hd_edge_info *e = &p->edges.data[i];
    if (!writes_of(e)) continue;
    found = true;
    assert_int_equal(e->pos.line, 4);
    assert_string_equal(p->frames.data[e->frame].function, "f");
    assert_int_equal(p->frames.data[e->frame].call.line, 8);
    assert_string_equal(p->frames.data[p->frames.data[e->frame].parent].function, "main");
  }
  assert_true(found);
  scene_free(s);
}

static void no_switch_of_context_inside_an_atomic_section(void **state)
{
  (void)state;
  scene *s = scene_of("void __VERIFIER_atomic_begin(void), __VERIFIER_atomic_end(void); int x, y;\n"
                      "int main(void) { x = 1; __VERIFIER_atomic_begin(); while (y) y = 0; x = 2;\n"
                      "  __VERIFIER_atomic_end(); x = 3; return 0; }\n");
  const hd_program *p = s->program;
  uint32_t inside = 0, outside = 0;
  for (uint32_t i = 0; i < p->edges.len; i++) {
    const hd_edge_info *e = &p->edges.data[i];
    uint64_t value;
    if (reads_of(p, e)) assert_true(hd_loc_get(p, e->from)->atomic); /* each time around */
    if (!writes_of(e) || !hd_term_is_const(p->terms, e->assigns[0].value, &value)) continue;
    bool atomic = hd_loc_get(p, e->from)->atomic;
    inside += atomic && (value == 2 || value == 0);
    outside += !atomic && (value == 1 || value == 3);
  }
  assert_int_equal(inside, 2);
  assert_int_equal(outside, 2);
  scene_free(s);
}

/* --- functions -------------------------------------------------------------------------------------- */

static void each_call_has_locals_of_its_own(void **state)
{
  (void)state;
  scene *s =
      scene_of("int x; static void f(int n) { int i = n + x; x = i; } int main(void) { f(1); f(2); return 0; }\n");
  assert_int_not_equal(hd_program_find_var(s->program, "f::i").id, HD_NONE);
  assert_int_not_equal(hd_program_find_var(s->program, "f::i#2").id, HD_NONE);
  scene_free(s);
}

static bool is_inlined(const hd_program *p, const char *function)
{
  for (uint32_t i = 0; i < p->frames.len; i++)
    if (strcmp(p->frames.data[i].function, function) == 0) return true;
  return false;
}

static void a_member_is_called_as_what_is_stored_in_it(void **state)
{
  (void)state;
  scene *s = scene_of("typedef void act(void); struct s { act *a, *b; }; int x;\n"
                      "static void one(void) { x = 1; } static void two(void) { x = 2; }\n"
                      "static void three(void) { x = 3; } static struct s t = {one, two};\n"
                      "static void put(struct s *p, act *f) { p->b = f; }\n"
                      "int main(void) { put(&t, three); t.b(); return 0; }\n");
  assert_false(is_inlined(s->program, "one"));
  assert_true(is_inlined(s->program, "two"));
  assert_true(is_inlined(s->program, "three"));
  assert_int_equal(count_locs(s->program, HD_LOC_UNSUPPORTED, "cannot be followed"), 1);
  scene_free(s);
}

static void a_pointer_from_anywhere_may_be_any_function(void **state)
{
  (void)state;
  scene *s = scene_of("typedef void act(void); struct s { act *a, *b; }; int x;\n"
                      "static void one(void) { x = 1; } static void two(void) { x = 2; }\n"
                      "static struct s t = {one, two};\n"
                      "static act *get(void *p, int i) { return ((act **)p)[i]; }\n"
                      "int main(void) { get(&t, x)(); return 0; }\n");
  assert_true(is_inlined(s->program, "one"));
  assert_true(is_inlined(s->program, "two"));
  scene_free(s);
}

static void recursion_ends_at_a_bound(void **state)
{
  (void)state;
  scene *s = scene_of("int x; int f(int n) { return n ? f(n - 1) + 1 : x; } int main(void) { return f(x); }\n");
  uint32_t edges = s->program->edges.len;
  assert_int_equal(count_locs(s->program, HD_LOC_BOUND, "`f` calls itself"), 1);
  assert_int_equal(scene_lower(s, 8), HD_OK); /* the same unit again, deeper */
  assert_true(s->program->edges.len > edges);
  scene_free(s);
}

static void too_many_copies_end_at_a_bound(void **state)
{
  (void)state;
  char text[4096] = "int x; static void f0(void) { x++; }\n";
  for (int i = 1; i < 40; i++) {
    size_t n = strlen(text);
    snprintf(text + n, sizeof text - n, "static void f%d(void) { f%d(); f%d(); }\n", i, i - 1, i - 1);
  }
  strcat(text, "int main(void) { f39(); return 0; }\n");
  scene *s = scene_of(text);
  assert_true(count_locs(s->program, HD_LOC_BOUND, "a thread of more than") >= 1);
  scene_free(s);
}

/* Two functions that call each other fill any number of steps. */
static void recursion_leaves_steps_for_what_follows(void **state)
{
  (void)state;
  scene *s = scene_of("int x; void g(int n); void f(int n) { x++; if (n) g(n - 1), g(n - 2), g(n - 3); }\n"
                      "void g(int n) { x++; if (n) f(n - 1), f(n - 2), f(n - 3); }\n"
                      "void after(void) { x = 0; } int main(void) { f(x); after(); return 0; }\n");
  hd_c_options options = {.limits = {4, 4, 4, 400}};
  hd_program_free(s->program);
  s->program = NULL;
  assert_int_equal(hd_c_lower(s->unit, &options, &s->diags, &s->program), HD_OK);
  assert_true(count_locs(s->program, HD_LOC_BOUND, "a thread of more than 400 steps") >= 1);
  assert_true(is_inlined(s->program, "after"));
  scene_free(s);
}

static void a_missing_body_is_named_once(void **state)
{
  (void)state;
  scene *s = scene_of("int f(int); int main(void) { return f(1) + f(2); }\n");
  const hd_diag *d = find_message(s, "`f` has no body");
  assert_non_null(d);
  assert_int_equal(d->severity, HD_WARNING);
  assert_int_equal(s->diags.list.len, 1);
  scene_free(s);
}

static void a_pointer_may_be_each_function_of_its_type(void **state)
{
  (void)state;
  scene *s = scene_of("int x; void a(void) { x = 1; } void b(void) { x = 2; } int c(int n) { return n; }\n"
                      "void (*p)(void) = a; int (*q)(int) = c;\n"
                      "int main(void) { if (x) p = b, q = c; p(); return q(3); }\n");
  uint32_t reads, writes;
  count_accesses(s->program, &reads, &writes);
  assert_int_equal(writes, 4); /* p, q, and x in a and in b */
  assert_int_equal(count_checks(s->program, HD_CHECK_DEREF), 2);
  assert_int_equal(count_locs(s->program, HD_LOC_UNSUPPORTED, "another type"), 2);
  scene_free(s);
}

static void constructors_run_before_main(void **state)
{
  (void)state;
  scene *s = scene_of("int x; __attribute__((constructor(300))) static void second(void) { x = 2; }\n"
                      "__attribute__((constructor(200))) static void first(void) { x = 1; }\n"
                      "int main(void) { x = 3; return 0; }\n");
  const hd_program *p = s->program;
  uint64_t expected = 1, value;
  hd_loc at = p->threads.data[0].entry;
  hd_program_index(s->program);
  for (uint32_t n = 1; n == 1;) { /* one way through: its writes in order */
    const uint32_t *out = hd_loc_out(p, at, &n);
    if (n == 0) break;
    const hd_edge_info *e = &p->edges.data[out[0]];
    if (writes_of(e)) {
      assert_true(hd_term_is_const(p->terms, e->assigns[0].value, &value));
      assert_int_equal(value, expected++);
    }
    at = e->to;
  }
  assert_int_equal(expected, 4);
  scene_free(s);
}

static void calls_nested_too_deeply_end_at_a_bound(void **state)
{
  (void)state;
  enum { N = 3000 };
  char *text = hd_alloc(N + 2, 64);
  size_t n = (size_t)sprintf(text, "int x; static void f0(void) { x = 1; }\n");
  for (int i = 1; i < N; i++) n += (size_t)sprintf(text + n, "static void f%d(void) { f%d(); }\n", i, i - 1);
  sprintf(text + n, "int main(void) { f%d(); return 0; }\n", N - 1);
  scene *s = scene_of(text);
  assert_int_equal(count_locs(s->program, HD_LOC_BOUND, "nested"), 1);
  scene_free(s);
  free(text);
}

static void what_is_not_supported_is_named_where_it_stands(void **state)
{
  (void)state;
  scene *s = scene_of("int x;\nint main(void)\n{\n  if (x)\n    __asm__ volatile(\"hlt\");\n  return 0;\n}\n");
  const hd_program *p = s->program;
  assert_int_equal(count_locs(p, HD_LOC_UNSUPPORTED, "hlt"), 1);
  for (uint32_t i = 0; i < p->locs.len; i++)
    if (p->locs.data[i].kind == HD_LOC_UNSUPPORTED) assert_int_equal(p->locs.data[i].pos.line, 5);
  scene_free(s);
}

/* --- threads ---------------------------------------------------------------------------------------- */

#define THREADS            \
  "#include <pthread.h>\n" \
  "int x; pthread_t t;\n"  \
  "void *w(void *a) { x = 1; return a; }\n"

static void a_place_that_creates_is_a_thread(void **state)
{
  (void)state;
  scene *s = scene_of(THREADS "int main(void) { pthread_create(&t, 0, w, 0); pthread_create(&t, 0, w, &x); }\n");
  const hd_program *p = s->program;
  assert_int_equal(p->threads.len, 3);
  assert_string_equal(p->threads.data[1].name, "w");
  assert_string_equal(p->threads.data[2].name, "w#2");
  assert_int_equal(p->threads.data[2].instances, 1);
  assert_int_equal(count_locs(p, HD_LOC_BOUND, NULL), 0);
  scene_free(s);
}

static void a_counted_loop_has_that_many_instances(void **state)
{
  (void)state;
  scene *s = scene_of(THREADS "int main(void) { for (int i = 0; i < 6; i += 2) for (int k = 3; k > 1; k--)\n"
                              "  pthread_create(&t, 0, w, 0); return 0; }\n");
  const hd_thread_info *w = &s->program->threads.data[1];
  assert_int_equal(w->instances, 6);
  assert_false(w->replicated);
  assert_int_equal(count_locs(s->program, HD_LOC_BOUND, NULL), 0);
  scene_free(s);
}

static void a_loop_without_a_known_end_replicates(void **state)
{
  (void)state;
  static const char *const loops[] = {
      "while (x) pthread_create(&t, 0, w, 0);",
      "for (int i = 0; i < 3; i++) { pthread_create(&t, 0, w, 0); if (x) i = 0; }",
      "int i = 0; again: pthread_create(&t, 0, w, 0); if (x) goto again;",
      "for (int i = 0; i < 3; i++) { pthread_create(&t, 0, w, 0); i--; }",
      "for (int i = 0; i < 3; i--) { pthread_create(&t, 0, w, 0); i++; }",
      "for (int i = 0; i != 6;) { do i++; while (x); pthread_create(&t, 0, w, 0); }",
  };
  for (size_t k = 0; k < HD_COUNT(loops); k++) {
    char text[512];
    snprintf(text, sizeof text, THREADS "int main(void) { %s return 0; }\n", loops[k]);
    scene *s = scene_of(text);
    assert_int_equal(s->program->threads.data[1].instances, 4);
    assert_true(s->program->threads.data[1].replicated);
    assert_int_equal(count_locs(s->program, HD_LOC_BOUND, "more than 4 threads of `w`"), 1);
    scene_free(s);
  }
}

static void a_routine_that_creates_itself_is_bounded(void **state)
{
  (void)state;
  scene *s = scene_of("#include <pthread.h>\npthread_t t; void *w(void *a) { pthread_create(&t, 0, w, a); return 0; }\n"
                      "int main(void) { pthread_create(&t, 0, w, 0); return 0; }\n");
  assert_int_equal(s->program->threads.len, 1 + 5);
  assert_int_equal(count_locs(s->program, HD_LOC_BOUND, "creates threads of itself"), 1);
  scene_free(s);
}

static void each_thread_has_its_own_thread_local(void **state)
{
  (void)state;
  scene *s =
      scene_of("#include <pthread.h>\npthread_t t; _Thread_local int v = 5; void *w(void *a) { v = 1; return a; }\n"
               "int main(void) { for (int i = 0; i < 3; i++) pthread_create(&t, 0, w, 0); v = 2; return 0; }\n");
  const hd_object_info *first = find_object(s->program, "v"), *second = find_object(s->program, "v#2");
  assert_non_null(first);
  assert_non_null(second);
  assert_int_equal(first->copies + second->copies, 4);
  assert_int_equal(first->init[0], 5);
  scene_free(s);
}

static void a_routine_from_memory_is_each_that_it_may_be(void **state)
{
  (void)state;
  scene *s = scene_of(THREADS "void *v(void *a) { x = 2; return a; } void *(*r[2])(void *) = {w, v};\n"
                              "int main(void) { pthread_create(&t, 0, r[x], 0); return 0; }\n");
  assert_int_equal(s->program->threads.len, 3);
  scene_free(s);
}

/* --- objects ---------------------------------------------------------------------------------------- */

static void a_structure_has_named_cells(void **state)
{
  (void)state;
  scene *s =
      scene_of("struct in { short s; unsigned char c; }; struct q { int n; struct in a[3]; struct q *next; } g;\n"
               "int main(void) { return g.n; }\n");
  const hd_object_info *g = find_object(s->program, "g");
  assert_non_null(g);
  assert_int_equal(g->size, 24);
  const hd_slot *c = find_slot(g, ".a[].c"), *next = find_slot(g, ".next");
  assert_non_null(c);
  assert_int_equal(c->offset, 6);
  assert_int_equal(c->width, 8);
  assert_int_equal(c->n_dims, 1);
  assert_int_equal(c->dims[0].count, 3);
  assert_int_equal(c->dims[0].stride, 4);
  assert_int_equal(next->offset, 16);
  assert_int_equal(next->show, HD_SHOW_POINTER);
  scene_free(s);
}

static void initializers_hold_addresses(void **state)
{
  (void)state;
  scene *s = scene_of("int x[4]; int *p = &x[2]; int main(void) { return *p; }\n");
  const hd_object_info *x = find_object(s->program, "x"), *p = find_object(s->program, "p");
  uint64_t value;
  memcpy(&value, p->init, sizeof value);
  assert_int_equal(value, x->base + 8);
  scene_free(s);
}

static void statics_of_functions_have_their_function(void **state)
{
  (void)state;
  scene *s = scene_of("int f(void) { static int n = 3; return n++; } int main(void) { return f(); }\n");
  assert_non_null(find_object(s->program, "f::n"));
  scene_free(s);
}

static void constants_are_read_without_a_step(void **state)
{
  (void)state;
  scene *s = scene_of("const int k[3] = {1, 2, 3}; int x; int main(void) { x = k[2]; return 0; }\n");
  uint32_t reads, writes;
  count_accesses(s->program, &reads, &writes);
  assert_int_equal(reads, 0);
  assert_int_equal(writes, 1);
  scene_free(s);
}

/* What is stored to anywhere, or may be by a pointer, or is zero, is none. */
static void what_is_only_read_is_a_constant(void **state)
{
  (void)state;
  scene *s = scene_of("int n = 3, a = 3, b = 3, z, *p = &b, x; volatile int v = 3;\n"
                      "int main(void) { x = n; x = a; x = b; x = z; x = v; if (x) a = 1; *p = 2; return 0; }\n");
  uint32_t reads, writes;
  count_accesses(s->program, &reads, &writes);
  assert_int_equal(reads, 5); /* a, b, z, v and the condition: n and p are known */
  assert_int_equal(writes, 7);
  scene_free(s);
}

static void a_loop_up_to_what_is_only_read_is_counted(void **state)
{
  (void)state;
  scene *s = scene_of("#include <pthread.h>\n#include <stdlib.h>\nint n = 5; int *rows[9]; pthread_t t;\n"
                      "static void *w(void *a) { return a; }\n"
                      "int main(void) { for (int i = 0; i < n + 1; i++) rows[i] = malloc(n * sizeof(int));\n"
                      "  for (int i = 0; i < n; i++) pthread_create(&t, 0, w, 0); return 0; }\n");
  const hd_object_info *heap = NULL;
  for (uint32_t i = 0; i < s->program->objects.len; i++)
    if (s->program->objects.data[i].kind == HD_OBJ_HEAP) heap = &s->program->objects.data[i];
  assert_non_null(heap);
  assert_int_equal(heap->copies, 6);
  assert_int_equal(heap->size, 20);
  assert_int_equal(s->program->threads.data[1].instances, 5);
  assert_int_equal(count_locs(s->program, HD_LOC_BOUND, NULL), 0);
  scene_free(s);
}

static void a_heap_site_has_the_pointers_type(void **state)
{
  (void)state;
  scene *s =
      scene_of("#include <stdlib.h>\nstruct n { int key; struct n *next; }; struct n *head;\n"
               "static void *get(size_t n) { return malloc(n); }\n"
               "int main(void) { struct n *p = get(sizeof *p); head = malloc(3 * sizeof *head); return p == 0; }\n");
  const hd_object_info *one = NULL, *three = NULL;
  for (uint32_t i = 0; i < s->program->objects.len; i++) {
    const hd_object_info *o = &s->program->objects.data[i];
    if (o->kind != HD_OBJ_HEAP) continue;
    if (o->size == 16) one = o;
    if (o->size == 48) three = o;
  }
  assert_non_null(one);
  assert_non_null(three);
  assert_int_equal(one->copies, 1);
  assert_non_null(find_slot(one, ".key"));
  assert_int_equal(find_slot(three, "[].next")->dims[0].count, 3);
  scene_free(s);
}

static void an_allocation_in_a_loop_has_a_pool(void **state)
{
  (void)state;
  scene *s = scene_of("#include <stdlib.h>\nint *p, x; int main(void) { while (x) p = malloc(4); return 0; }\n");
  const hd_object_info *heap = NULL;
  for (uint32_t i = 0; i < s->program->objects.len; i++)
    if (s->program->objects.data[i].kind == HD_OBJ_HEAP) heap = &s->program->objects.data[i];
  assert_non_null(heap);
  assert_int_equal(heap->copies, 4);
  assert_int_equal(hd_var_get(s->program, heap->alive)->count, 4);
  assert_int_equal(count_locs(s->program, HD_LOC_BOUND, "alive"), 1);
  scene_free(s);
}

static void objects_lie_apart(void **state)
{
  (void)state;
  scene *s = scene_of("int a, b[7]; char c; int main(void) { return a + b[6] + c; }\n");
  const hd_program *p = s->program;
  for (uint32_t i = 0; i < p->objects.len; i++)
    for (uint32_t k = 0; k < p->objects.len; k++) {
      const hd_object_info *x = &p->objects.data[i], *y = &p->objects.data[k];
      assert_true(i == k || x->base + x->size < y->base || y->base + y->size < x->base);
    }
  scene_free(s);
}

/* Its address goes into an inlined function and no further. */
static void a_local_of_many_instances_stays_a_local(void **state)
{
  (void)state;
  scene *s = scene_of("#include <pthread.h>\npthread_t t; int x; static void get(int *r) { *r = x; }\n"
                      "void *w(void *a) { int v; get(&v); x = v; return a; }\n"
                      "int main(void) { while (x) pthread_create(&t, 0, w, 0); return 0; }\n");
  hd_var v = hd_program_find_var(s->program, "w::v");
  assert_int_not_equal(v.id, HD_NONE);
  assert_int_equal(hd_var_get(s->program, v)->thread.id, 1);
  scene_free(s);
}

static void a_local_whose_address_escapes_has_a_copy_for_each_instance(void **state)
{
  (void)state;
  scene *s = scene_of("#include <pthread.h>\npthread_t t; int x, *p; void *w(void *a) { int v = 1; p = &v; x "
                      "= v; return a; }\n"
                      "int main(void) { while (x) pthread_create(&t, 0, w, 0); return 0; }\n");
  assert_int_equal(hd_program_find_var(s->program, "w::v").id, HD_NONE);
  assert_int_equal(find_object(s->program, "w::v")->copies, 4);
  scene_free(s);
}

/* --- limits ------------------------------------------------------------------------------------------ */

static void a_lowering_that_is_cancelled_has_no_program(void **state)
{
  (void)state;
  scene *s = scene_new();
  scene_file(s, "a.c", "int x; int main(void) { x = 1; return x; }");
  assert_int_equal(scene_load(s), HD_OK);
  bool cancel = true;
  hd_budget budget = {.jobs = 1, .cancel = &cancel};
  hd_watch watch = {.budget = &budget};
  hd_c_options options = {.limits = {1, 1, 1}, .watch = &watch};
  hd_program *p = NULL;
  assert_int_equal(hd_c_lower(s->unit, &options, &s->diags, &p), HD_EXHAUSTED);
  assert_null(p);
  assert_string_equal(watch.phase, "inlining calls");
  scene_free(s);
}

/* Blocks whose addresses may come again, a local that others see, and calls through a pointer: each way of changing a
 * program has something to do. */
static const char many_changes[] =
    "#include <pthread.h>\n#include <stdlib.h>\n"
    "struct n { struct n *next; int v; } *top, *old; int x, unused[3]; int (*f)(int);\n"
    "int one(int a) { return a + 1; } int two(int a) { unused[a] = a; return a; }\n"
    "void *w(void *a) { int v = 1; struct n *m = malloc(sizeof *m); m->v = *(int *)a; m->next = top; top = m;\n"
    "  if (m == old) x = f(v); old = m; free(m); return a; }\n"
    "int main(void) { pthread_t t; int l = 2; f = x ? one : two; f = one; pthread_create(&t, 0, w, &l);\n"
    "  w(&l); pthread_join(t, 0); return x; }\n";

/* However early the budget ends, what is there of a program can be looked at. */
static void a_program_that_is_not_finished_is_well_formed(void **state)
{
  (void)state;
  scene *s = scene_new();
  scene_file(s, "a.c", many_changes);
  assert_int_equal(scene_load(s), HD_OK);
  hd_budget budget = {.jobs = 1};
  hd_watch watch = {0};
  for (uint32_t n = 1; n == 1 || watch.spent; n++) {
    watch = (hd_watch){.budget = &budget, .patience = n};
    hd_c_options options = {.limits = {2, 2, 2}, .watch = &watch};
    hd_program *p = NULL;
    if (hd_c_lower(s->unit, &options, &s->diags, &p) != HD_OK) continue;
    hd_memory_resolve(p, NULL);
    assert_int_equal(hd_program_check(p, &s->diags), HD_OK);
    hd_program_free(p);
  }
  scene_free(s);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(every_access_to_memory_is_a_step),
      cmocka_unit_test(an_unused_read_of_memory_stays),
      cmocka_unit_test(a_local_is_read_without_a_step),
      cmocka_unit_test(undefined_arithmetic_is_checked),
      cmocka_unit_test(locals_are_open_only_when_read_first),
      cmocka_unit_test(a_value_outlives_a_store_to_its_variable),
      cmocka_unit_test(positions_are_those_of_the_source),
      cmocka_unit_test(no_switch_of_context_inside_an_atomic_section),
      cmocka_unit_test(each_call_has_locals_of_its_own),
      cmocka_unit_test(a_member_is_called_as_what_is_stored_in_it),
      cmocka_unit_test(a_pointer_from_anywhere_may_be_any_function),
      cmocka_unit_test(recursion_ends_at_a_bound),
      cmocka_unit_test(too_many_copies_end_at_a_bound),
      cmocka_unit_test(recursion_leaves_steps_for_what_follows),
      cmocka_unit_test(a_missing_body_is_named_once),
      cmocka_unit_test(a_pointer_may_be_each_function_of_its_type),
      cmocka_unit_test(constructors_run_before_main),
      cmocka_unit_test(calls_nested_too_deeply_end_at_a_bound),
      cmocka_unit_test(what_is_not_supported_is_named_where_it_stands),
      cmocka_unit_test(a_place_that_creates_is_a_thread),
      cmocka_unit_test(a_counted_loop_has_that_many_instances),
      cmocka_unit_test(a_loop_without_a_known_end_replicates),
      cmocka_unit_test(a_routine_that_creates_itself_is_bounded),
      cmocka_unit_test(each_thread_has_its_own_thread_local),
      cmocka_unit_test(a_routine_from_memory_is_each_that_it_may_be),
      cmocka_unit_test(a_structure_has_named_cells),
      cmocka_unit_test(initializers_hold_addresses),
      cmocka_unit_test(statics_of_functions_have_their_function),
      cmocka_unit_test(constants_are_read_without_a_step),
      cmocka_unit_test(what_is_only_read_is_a_constant),
      cmocka_unit_test(a_loop_up_to_what_is_only_read_is_counted),
      cmocka_unit_test(a_heap_site_has_the_pointers_type),
      cmocka_unit_test(an_allocation_in_a_loop_has_a_pool),
      cmocka_unit_test(objects_lie_apart),
      cmocka_unit_test(a_local_of_many_instances_stays_a_local),
      cmocka_unit_test(a_local_whose_address_escapes_has_a_copy_for_each_instance),
      cmocka_unit_test(a_lowering_that_is_cancelled_has_no_program),
      cmocka_unit_test(a_program_that_is_not_finished_is_well_formed),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
