/* test_program_check.c - the validator: each invariant of the model, broken once. */
#include "program_text.h"

static const char base[] = "program pointer 32 little\n"
                           "file 0 \"a.c\"\n"
                           "frame 0 \"main\"\n"
                           "thread main entry L0\n"
                           "thread worker entry L3 instances 2 self self status status\n"
                           "var x : bv32 = 5 @0:1:1\n"
                           "var a : bv8[4]\n"
                           "var self : bv32 local worker self unsigned\n"
                           "var status : bv8[2] status unsigned\n"
                           "var l : bv32 local main\n"
                           "var alive : bv8[2]\n"
                           "object o global base 4096 size 8\n"
                           "  slot \"[]\" at 0 width 8 times 4 step 1 var a\n"
                           "object h heap base 8192 size 8 stride 16 copies 2 alive alive\n"
                           "loc L0 main\n"
                           "loc L1 main\n"
                           "loc L2 main end\n"
                           "loc L3 worker\n"
                           "edge L0 -> L1 when (ult x 3:32) do x := 1:32, a[x] := 2:8 @0:2:2 frame 0\n"
                           "edge L1 -> L2 assert assertion (= l 0:32)\n"
                           "edge L3 -> L3 when (= self 0:32)\n";

enum { X, A, SELF, STATUS, LOCAL, ALIVE };

static hd_term var_term(hd_program *p, unsigned v)
{
  return hd_program_var_term(p, (hd_var){v});
}

static void duplicate_target(hd_program *p)
{
  hd_edge_info e = p->edges.data[0];
  hd_assign twice[2] = {e.assigns[0], e.assigns[0]};
  e.assigns = twice;
  hd_program_add_edge(p, e);
}

static void memory_target(hd_program *p)
{
  p->edges.data[0].assigns[0] = (hd_assign){.var = HD_NO_VAR, .index = hd_term_bv(p->terms, 32, 1), .width = 8};
}

static void odd_memory_target(hd_program *p)
{
  p->raw = true;
  p->edges.data[0].assigns[0] = (hd_assign){.var = HD_NO_VAR, .index = hd_term_bv(p->terms, 32, 1), .width = 65};
}

static void read_memory(hd_program *p)
{
  hd_term byte = hd_term_to(p->terms, HD_OP_DEREF, 8, var_term(p, X));
  p->edges.data[0].guard = hd_term_eq_bv(p->terms, byte, 1);
}

static void narrow_address(hd_program *p)
{
  p->raw = true;
  hd_term byte = hd_term_to(p->terms, HD_OP_DEREF, 8, hd_term_extract(p->terms, var_term(p, X), 0, 16));
  p->edges.data[0].guard = hd_term_eq_bv(p->terms, byte, 1);
}

static void unknown_symbol(hd_program *p)
{
  p->edges.data[0].guard = hd_term_var(p->terms, HD_BOOL, 99);
}

static void other_sort(hd_program *p)
{
  p->edges.data[0].guard = hd_term_var(p->terms, HD_BOOL, X);
}

static void foreign_local(hd_program *p)
{
  p->edges.data[0].guard = hd_term_eq_bv(p->terms, var_term(p, SELF), 1);
}

static void assign_self(hd_program *p)
{
  hd_edge_info e = p->edges.data[2];
  hd_assign a = {.var = {SELF}};
  e.assigns = &a;
  e.n_assigns = 1;
  hd_program_add_edge(p, e);
}

static void wide_init(hd_program *p)
{
  static const uint64_t values[] = {0, 1, 256, 0};
  p->vars.data[A].init = values;
}

static void add_object_at(hd_program *p, uint64_t address)
{
  hd_program_add_object(
      p, (hd_object_info){
             .name = "n", .base = address, .size = 1, .stride = 1, .copies = 1, .alive = HD_NO_VAR, .pos = HD_NO_POS});
}

/* A change of the base program, and what is said about it. BREAK: a statement on `p`. */
#define BREAKS(X)                                                                                      \
  X(pointer_width, p->pointer_width = 16, "pointers of 16 bits")                                       \
  X(no_thread, p->threads.len = 0, "no thread")                                                        \
  X(main_twice, p->threads.data[0].instances = 2, "main runs once")                                    \
  X(main_replicated, p->threads.data[0].replicated = true, "main runs once")                           \
  X(main_status, p->threads.data[0].status = (hd_var){STATUS}, "main has no status")                   \
  X(frame_cycle, p->frames.data[0].parent = 0, "does not come before")                                 \
  X(frame_pos, p->frames.data[0].call.file = 7, "file 7")                                              \
  X(frame_function, p->frames.data[0].function = NULL, "names no function")                            \
  X(thread_name, p->threads.data[1].name = "main", "used twice")                                       \
  X(thread_unnamed, p->threads.data[1].name = "", "no name")                                           \
  X(thread_pos, p->threads.data[1].pos = ((hd_pos){1, 1, 1}), "file 1")                                \
  X(instances, p->threads.data[1].instances = 0, "no instance")                                        \
  X(entry, p->threads.data[1].entry.id = 77, "location 77, does not exist")                            \
  X(entry_thread, p->threads.data[1].entry.id = 0, "belongs to another thread")                        \
  X(entry_unsupported, p->locs.data[3].kind = HD_LOC_UNSUPPORTED, "no place to start")                 \
  X(entry_bound, p->locs.data[3].kind = HD_LOC_BOUND, "no place to start")                             \
  X(entry_exit, p->locs.data[3].kind = HD_LOC_EXIT, "no place to start")                               \
  X(self_range, p->threads.data[1].self.id = 77, "self is variable 77")                                \
  X(self_shared, p->vars.data[SELF].thread = HD_NO_THREAD, "self is not a local")                      \
  X(self_sort, p->threads.data[0].self.id = LOCAL; p->vars.data[LOCAL].sort = HD_BV(8), "32 bits")     \
  X(status_local, p->vars.data[STATUS].thread = HD_MAIN, "status is not shared")                       \
  X(status_sort, p->vars.data[STATUS].sort = HD_BV(9), "of 8 bits")                                    \
  X(status_count, p->vars.data[STATUS].count = 3, "3 elements for 2 instances")                        \
  X(var_name, p->vars.data[X].name = "a", "used twice")                                                \
  X(var_pos, p->vars.data[X].pos.file = 3, "file 3")                                                   \
  X(var_thread, p->vars.data[X].thread.id = 5, "thread 5 does not exist")                              \
  X(var_sort, p->vars.data[ALIVE].sort = HD_BV(65), "1 to 64 bits")                                    \
  X(var_width, p->vars.data[ALIVE].sort = HD_BV(0), "1 to 64 bits")                                    \
  X(var_array, p->vars.data[X].sort = HD_ARRAY(32, 8), "neither bool")                                 \
  X(var_bools, p->vars.data[ALIVE].sort = HD_BOOL, "elements are bit-vectors")                         \
  X(var_role, p->vars.data[X].role = (hd_role)9, "role")                                               \
  X(var_init, wide_init(p), "initial value 2 is wider than 8")                                         \
  X(loc_thread, p->locs.data[1].thread.id = 5, "thread 5 does not exist")                              \
  X(loc_reason, p->locs.data[2].kind = HD_LOC_UNSUPPORTED, "no reason")                                \
  X(loc_limit, p->locs.data[2].kind = HD_LOC_BOUND; p->locs.data[2].limit = (hd_limit)9, "limit")      \
  X(loc_kind, p->locs.data[2].kind = (hd_loc_kind)9, "kind")                                           \
  X(loc_pos, p->locs.data[2].pos.file = 3, "file 3")                                                   \
  X(loc_frame, p->locs.data[2].frame = 3, "frame 3 does not exist")                                    \
  X(edge_frame, p->edges.data[1].frame = 3, "frame 3 does not exist")                                  \
  X(edge_pos, p->edges.data[0].pos.file = 3, "file 3")                                                 \
  X(edge_kind, p->edges.data[0].kind = (hd_edge_kind)9, "kind or access")                              \
  X(edge_access, p->edges.data[0].access = (hd_access)9, "kind or access")                             \
  X(edge_check, p->edges.data[1].check = (hd_check_kind)9, "check")                                    \
  X(edge_cond, p->edges.data[1].cond = HD_NO_TERM, "condition belongs")                                \
  X(edge_step_cond, p->edges.data[0].cond = p->edges.data[1].cond, "condition belongs")                \
  X(edge_from, p->edges.data[0].from.id = 77, "locations that there are not")                          \
  X(edge_to, p->edges.data[0].to.id = HD_NONE, "locations that there are not")                         \
  X(edge_thread, p->edges.data[0].to.id = 3, "another thread")                                         \
  X(edge_end, p->locs.data[1].kind = HD_LOC_END, "where the thread has ended")                         \
  X(guard_sort, p->edges.data[0].guard = var_term(p, X), "guard has the wrong sort")                   \
  X(guard_pool, p->edges.data[0].guard.id = 9999, "no term of this program")                           \
  X(cond_sort, p->edges.data[1].cond = var_term(p, X), "condition has the wrong sort")                 \
  X(index_sort, p->edges.data[0].assigns[1].index = hd_term_bv(p->terms, 8, 0), "index has the wrong") \
  X(index_none, p->edges.data[0].assigns[1].index = HD_NO_TERM, "array `a` without an index")          \
  X(index_extra, p->edges.data[0].assigns[0].index = var_term(p, X), "scalar `x` with an index")       \
  X(value_sort, p->edges.data[0].assigns[0].value = hd_term_bv(p->terms, 8, 0), "value has the wrong") \
  X(value_element, p->edges.data[0].assigns[1].value = var_term(p, X), "value has the wrong")          \
  X(value_array, p->edges.data[0].assigns[0].value = var_term(p, A), "value has the wrong")            \
  X(target_range, p->edges.data[0].assigns[0].var.id = 77, "target is variable 77")                    \
  X(target_local, p->vars.data[X].thread.id = 1, "local of another thread")                            \
  X(target_self, assign_self(p), "an instance's own number")                                           \
  X(target_twice, duplicate_target(p), "assigns `x` twice")                                            \
  X(target_memory, memory_target(p), "memory is written in a program that is not raw")                 \
  X(target_width, odd_memory_target(p), "65 bits")                                                     \
  X(term_memory, read_memory(p), "memory is read in a program that is not raw")                        \
  X(term_address, narrow_address(p), "not a pointer wide")                                             \
  X(term_symbol, unknown_symbol(p), "variable 99")                                                     \
  X(term_sort, other_sort(p), "`x` for another sort")                                                  \
  X(term_local, foreign_local(p), "`self`, a local of another thread")                                 \
  X(object_name, p->objects.data[1].name = "o", "used twice")                                          \
  X(object_null, p->objects.data[0].base = 0, "address 0")                                             \
  X(object_kind, p->objects.data[0].kind = (hd_object_kind)9, "kind")                                  \
  X(object_copies, p->objects.data[0].copies = 0, "no copy")                                           \
  X(object_stride, p->objects.data[1].stride = 4, "copies overlap")                                    \
  X(object_space, p->objects.data[1].base = 0xfffffff0, "address space")                               \
  X(object_wrap, p->objects.data[1].stride = UINT64_MAX, "address space")                              \
  X(object_inside, add_object_at(p, 4100), "overlaps or touches `o`")                                  \
  X(object_touch, add_object_at(p, 4104), "overlaps or touches `o`")                                   \
  X(object_copy, add_object_at(p, 8192 + 17), "overlaps or touches `h`")                               \
  X(object_pos, p->objects.data[0].pos.file = 3, "file 3")                                             \
  X(alive_kind, (p->objects.data[1].kind = HD_OBJ_STRING), "only memory of the heap")                  \
  X(alive_range, p->objects.data[1].alive = (hd_var){77}, "alive is variable 77")                      \
  X(alive_sort, p->vars.data[ALIVE].sort = HD_BV(1), "alive is not a shared")                          \
  X(alive_count, p->vars.data[ALIVE].count = 3, "alive has 3 elements for 2 copies")                   \
  X(slot_dims, p->objects.data[0].slots[0].n_dims = 5, "5 dimensions")                                 \
  X(slot_width, p->objects.data[0].slots[0].width = 0, "0 bits")                                       \
  X(slot_show, p->objects.data[0].slots[0].show = (hd_show)9, "no known way")                          \
  X(slot_end, p->objects.data[0].slots[0].offset = 5, "reaches outside")                               \
  X(slot_stride, p->objects.data[0].slots[0].dims[0].stride = UINT64_MAX, "reaches outside")           \
  X(slot_count, p->objects.data[0].slots[0].dims[0].count = 0, "reaches outside")                      \
  X(slot_var, p->objects.data[0].slots[0].var.id = 77, "variable 77")                                  \
  X(slot_elements, p->objects.data[0].slots[0].dims[0].count = 3, "does not fit its variable `a`")     \
  X(slot_copies, p->objects.data[0].copies = 2, "does not fit its variable `a`")

#define X(name, statement, message)       \
  static void break_##name(hd_program *p) \
  {                                       \
    statement;                            \
  }
BREAKS(X)
#undef X

static const struct {
  const char *name;
  void (*apply)(hd_program *p);
  const char *message;
} breaks[] = {
#define X(name, statement, message) {#name, break_##name, message},
    BREAKS(X)
#undef X
};

static bool is_said(const hd_diags *diags, const char *message)
{
  for (uint32_t i = 0; i < diags->list.len; i++)
    if (strstr(diags->list.data[i].message, message)) return true;
  return false;
}

static void each_violation_is_found(void **state)
{
  (void)state;
  for (unsigned i = 0; i < HD_COUNT(breaks); i++) {
    hd_program *p = program_of(base);
    assert_well_formed(p);
    breaks[i].apply(p);
    hd_diags diags;
    hd_diags_init(&diags);
    assert_int_equal(hd_program_check(p, &diags), HD_BAD_INPUT);
    if (!is_said(&diags, breaks[i].message))
      fail_msg("%s: expected \"%s\" but got: %s", breaks[i].name, breaks[i].message, diags.list.data[0].message);
    hd_diags_clear(&diags);
    hd_program_free(p);
  }
}

static void a_violation_is_reported_where_its_source_stands(void **state)
{
  (void)state;
  hd_program *p = program_of(base);
  p->edges.data[0].guard = var_term(p, X);
  hd_diags diags;
  hd_diags_init(&diags);
  hd_program_check(p, &diags);
  assert_int_equal(diags.list.len, 1);
  assert_string_equal(diags.list.data[0].place.file, "a.c");
  assert_int_equal(diags.list.data[0].place.line, 2);
  assert_string_equal(diags.list.data[0].message, "ill-formed program: edge 0: the guard has the wrong sort");
  hd_diags_clear(&diags);
  hd_program_free(p);
}

static void only_the_first_few_violations_are_listed(void **state)
{
  (void)state;
  hd_program *p = program_of(base);
  for (unsigned i = 0; i < 100; i++)
    hd_program_add_loc(p, (hd_loc_info){.thread = {i + 50}, .pos = HD_NO_POS, .frame = HD_NONE});
  hd_diags diags;
  hd_diags_init(&diags);
  assert_int_equal(hd_program_check(p, &diags), HD_BAD_INPUT);
  assert_int_equal(diags.list.len, 8);
  hd_diags_clear(&diags);
  hd_program_free(p);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(each_violation_is_found),
      cmocka_unit_test(a_violation_is_reported_where_its_source_stands),
      cmocka_unit_test(only_the_first_few_violations_are_listed),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
