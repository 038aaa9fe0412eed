/* test_program_text.c - the textual form: what is printed parses back to the same model, and
 * what is no program gets a message with its place. */
#include "program_text.h"

/* Every field of the model with a value of its own. */
static const char resolved[] =
    "program pointer 32 little\n"
    "file 0 \"a.c\"\n"
    "file 1 \"dir with space/\\\"quoted\\\\.h\"\n"
    "frame 0 \"main\"\n"
    "frame 1 \"f\" @0:12:3 in 0\n"
    "thread main entry L0 instances 1 @0:30:1\n"
    "thread worker#2 entry L4 instances 3 replicated self worker.self status worker.status\n"
    "var x : bv32 shared user signed = 4294967295 @0:3:5\n"
    "var flag : bool shared user bool = 1\n"
    "var a : bv8[10] shared user char any\n"
    "var table : bv16[6] shared memory unsigned = 0 7 0 65535\n"
    "var node[].next : bv32[4] shared user pointer = 0\n"
    "var alive : bv8[2] shared memory unsigned = 0\n"
    "var worker.self : bv32 local worker#2 self unsigned = 0\n"
    "var worker.status : bv8[3] shared status unsigned = 0\n"
    "var f::i : bv64 local worker#2 temp float any @1:1:1\n"
    "var m : bv1 shared sync unsigned = 0\n"
    "var %61ny : bv32 shared user signed = 0\n"
    "var %6dem32 : bv32 shared user signed = 0\n"
    "var %7c%20%c3%bc : bv32 shared user signed = 0\n"
    "var runnable : bv1[3] shared sched unsigned = 1\n"
    "object buf global base 0x1000 size 40 stride 40 copies 1 constant init 00ff10 @0:7:1\n"
    "  slot \"[].key\" at 0 width 16 unsigned times 5 step 8\n"
    "  slot \"\" at 4 width 32 signed times 5 step 8 times 1 step 4\n"
    "object node heap base 0x2000 size 16 stride 32 copies 2 any alive alive\n"
    "  slot \"[].next\" at 4 width 32 pointer times 2 step 8 var node[].next\n"
    "object f function base 0x10000 size 1 stride 1 copies 1\n"
    "object worker thread base 0x20000 size 1 stride 4 copies 3\n"
    "object %22hi%22 string base 0x30000 size 3 stride 3 copies 1 constant init 6869\n"
    "loc L0 main @0:30:2 frame 0\n"
    "loc L1 main atomic\n"
    "loc L2 main exit\n"
    "loc L3 main unsupported \"inline assembly\"\n"
    "loc L4 worker#2\n"
    "loc L5 worker#2 atomic bound recursion \"recursion of f beyond 3\" @1:5:6 frame 1\n"
    "loc L6 worker#2 end\n"
    "edge L0 -> L1 when (ult x 3:32) do x := (add x 1:32), a[x] := any, flag := false access atomic "
    "label \"lock(m)\" @0:12:3 frame 1\n"
    "edge L0 -> L3 when (and flag (= %61ny %6dem32))\n"
    "edge L1 -> L2 assert assertion (= x -1:32) access sync\n"
    "edge L1 -> L1 when (slt %7c%20%c3%bc -7:32) assert overflow (not (saddo x 7:32)) do x := any\n"
    "edge L4 -> L4 when (= (select node[].next worker.self) 0:32) do m := 1:1\n"
    "edge L4 -> L4\n"
    "edge L4 -> L5 assert deref (= (select node[].next 1:32) 0:32)\n"
    "edge L4 -> L5 assert free flag do node[].next[(urem worker.self 4:32)] := x, worker.status[worker.self] "
    ":= 2:8\n"
    "edge L4 -> L6 assert leak flag\n"
    "edge L4 -> L6 assert undefined flag\n";

static const char raw[] = "program raw pointer 64 big\n"
                          "thread main entry L0 instances 1\n"
                          "var p : bv64 local main temp pointer = 0\n"
                          "object g global base 0x1000 size 8 stride 8 copies 1\n"
                          "  slot \"\" at 0 width 64 signed\n"
                          "loc L0 main\n"
                          "loc L1 main end\n"
                          "edge L0 -> L1 when (= (deref 8 p) 3:8) do mem64[(add p 8:64)] := (deref 64 4096:64), "
                          "mem1[p] := any\n";

static void what_is_printed_parses_back(void **state)
{
  (void)state;
  const char *const texts[] = {resolved, raw};
  for (unsigned i = 0; i < HD_COUNT(texts); i++) {
    hd_program *p = program_of(texts[i]);
    assert_text(p, texts[i]);
    hd_program_free(p);
  }
}

static void the_manuals_example_parses_back(void **state)
{
  (void)state;
  FILE *in = fopen(HD_SOURCE_DIR "/docs/model.md", "r");
  assert_non_null(in);
  char *page = hd_alloc(1 << 16, 1);
  size_t size = fread(page, 1, (1 << 16) - 1, in);
  fclose(in);
  assert_true(size > 0);
  char *text = strstr(page, "```\nprogram ");
  assert_non_null(text);
  text += strlen("```\n");
  *strstr(text, "```") = 0;
  hd_program *p = program_of(text);
  assert_text(p, text);
  hd_program_free(p);
  free(page);
}

static void fields_mean_what_the_text_says(void **state)
{
  (void)state;
  hd_program *p = program_of(resolved);
  const hd_thread_info *worker = &p->threads.data[1];
  const hd_object_info *buf = &p->objects.data[0], *node = &p->objects.data[1];
  const hd_edge_info *lock = &p->edges.data[0];
  hd_var table = hd_program_find_var(p, "table");
  assert_string_equal(p->files.data[1], "dir with space/\"quoted\\.h");
  assert_int_equal(p->frames.data[1].parent, 0);
  assert_int_equal(p->frames.data[1].call.line, 12);
  assert_true(worker->replicated);
  assert_int_equal(worker->instances, 3);
  assert_string_equal(hd_var_get(p, worker->self)->name, "worker.self");
  assert_int_equal(hd_var_init(p, table, 3), 65535);
  assert_int_equal(hd_var_init(p, table, 5), 0);
  assert_true(hd_program_find_var(p, "| \xc3\xbc").id != HD_NONE);
  assert_int_equal(buf->init[1], 0xff);
  assert_int_equal(buf->init[39], 0);
  assert_int_equal(buf->slots[1].n_dims, 2);
  assert_int_equal(buf->slots[0].dims[0].stride, 8);
  assert_string_equal(hd_var_get(p, node->slots[0].var)->name, "node[].next");
  assert_true(p->locs.data[5].atomic && p->locs.data[5].limit == HD_LIMIT_RECURSION);
  assert_int_equal(lock->n_assigns, 3);
  assert_int_equal(lock->access, HD_ACCESS_ATOMIC);
  assert_true(!hd_term_is(lock->assigns[1].value) && hd_term_is(lock->assigns[1].index));
  hd_program_free(p);
}

static void a_clone_prints_the_same(void **state)
{
  (void)state;
  hd_program *p = program_of(resolved), *q = hd_program_clone(p);
  assert_text(q, resolved);
  hd_program_free(p);
  assert_text(q, resolved);
  hd_program_free(q);
}

static void defaults_comments_and_blank_lines_are_accepted(void **state)
{
  (void)state;
  hd_program *p = program_of("// a comment\n\nprogram pointer 64 little\r\n"
                             "thread main entry L0\n  // another\n"
                             "var b : bool\nvar x : bv7\n"
                             "object o global size 4 base 16\n"
                             "loc L0 main");
  assert_text(p, "program pointer 64 little\n"
                 "thread main entry L0 instances 1\n"
                 "var b : bool shared user bool = 0\n"
                 "var x : bv7 shared user signed = 0\n"
                 "object o global base 0x10 size 4 stride 4 copies 1\n"
                 "loc L0 main\n");
  hd_program_free(p);
}

/* The order in which terms were built must not show: variables are mentioned in every order. */
static void the_text_does_not_depend_on_the_pool(void **state)
{
  (void)state;
  hd_program *p = program_of("program pointer 64 little\nthread main entry L0\nloc L0 main\n"
                             "var a : bv32\nvar b : bv32\nvar c : bv32\n");
  hd_terms *T = p->terms;
  static const uint8_t orders[][3] = {{2, 1, 0}, {0, 2, 1}, {1, 0, 2}, {2, 0, 1}, {1, 2, 0}, {0, 1, 2}};
  hd_assign assigns[HD_COUNT(orders)];
  for (unsigned i = 0; i < HD_COUNT(orders); i++) {
    hd_term v[3];
    for (unsigned k = 0; k < 3; k++) v[k] = hd_program_var_term(p, (hd_var){orders[i][k]});
    hd_term product = hd_term_2(T, HD_OP_MUL, v[0], hd_term_2(T, HD_OP_BXOR, v[1], v[2]));
    hd_term sum = hd_term_2(T, HD_OP_ADD, hd_term_2(T, HD_OP_BAND, v[2], v[1]), product);
    hd_term either = hd_term_2(T, HD_OP_BOR, sum, hd_term_2(T, HD_OP_SHL, v[0], v[1]));
    assigns[i] = (hd_assign){.var = {0}, .value = either};
  }
  for (unsigned i = HD_COUNT(orders); i-- > 0;)
    hd_program_add_edge(p, (hd_edge_info){.assigns = &assigns[i], .n_assigns = 1, .pos = HD_NO_POS, .frame = HD_NONE});
  char *text = text_of(p);
  hd_program *q = program_of(text);
  assert_text(q, text);
  free(text);
  hd_program_free(p);
  hd_program_free(q);
}

/* --- errors --------------------------------------------------------------------------------- */

#define HEAD "program pointer 32 little\n"
#define MAIN HEAD "thread main entry L0\nvar x : bv32\nvar b : bool\nvar a : bv8[4]\nloc L0 main\n"

static const struct {
  const char *text;
  uint32_t line, column;
  const char *message; /* part of it */
} errors[] = {
    {"", 0, 0, "empty"},
    {"\n// nothing\n", 2, 1, "empty"},
    {"hello", 1, 1, "expected `program`"},
    {"program pointer 16 little", 1, 17, "32 or 64"},
    {"program pointer 32", 1, 19, "`little` or `big`"},
    {"program pointer 32 little x", 1, 27, "end of the line"},
    {HEAD "nonsense", 2, 1, "expected `file`"},
    {HEAD "file 1 \"a.c\"", 2, 6, "expected number 0"},
    {HEAD "file 0 a.c", 2, 8, "string"},
    {HEAD "file 0 \"a.c", 2, 8, "no closing quote"},
    {HEAD "file 0 \"\\q\"", 2, 9, "expected \\\""},
    {HEAD "file 0 \"\\x00\"", 2, 9, "expected \\\""},
    {HEAD "file 0 \"a\"\nfile 1 \"a\"", 3, 8, "listed twice"},
    {HEAD "frame 0 \"f\" in 0", 2, 16, "`frame` line before"},
    {HEAD "frame 0 \"f\" @0:1:1", 2, 14, "`file` line before"},
    {HEAD "thread main", 2, 12, "`entry`"},
    {HEAD "thread main entry 0", 2, 19, "location"},
    {HEAD "thread main entry L0 instances 65537", 2, 32, "at most 65536"},
    {HEAD "thread main entry L0 entry L0", 2, 22, "twice"},
    {HEAD "thread main entry L0\nthread main entry L0", 3, 8, "already"},
    {HEAD "thread main entry L0 self nobody\nloc L0 main", 2, 1, "no variable `nobody`"},
    {HEAD "var 7x : bv32", 2, 5, "variable's name"},
    {HEAD "var x bv32", 2, 7, "expected `:`"},
    {HEAD "var x : int", 2, 9, "`bool` or `bv`"},
    {HEAD "var x : bv0", 2, 11, "1 to 64"},
    {HEAD "var x : bv65", 2, 11, "at most 64"},
    {HEAD "var x : bv8[0]", 2, 15, "at least one"},
    {HEAD "var x : bv8[16777217]", 2, 13, "at most 16777216"},
    {HEAD "var x : bv8 = 256", 2, 15, "at most 255"},
    {HEAD "var x : bv64 = 18446744073709551616", 2, 16, "too large"},
    {HEAD "var x : bv8 local worker", 2, 19, "no thread `worker`"},
    {HEAD "var x : bv8\nvar x : bv8", 3, 5, "already"},
    {HEAD "var x : bv8[9000000] = 1\nvar y : bv8[9000000] = 1", 3, 25, "too large"},
    {HEAD "object o thing", 2, 10, "object's kind"},
    {HEAD "object o global base 1 init 00", 2, 29, "more bytes"},
    {HEAD "object o global base 1 size 1 init 0", 2, 36, "two hexadecimal"},
    {HEAD "object o global base 1 size 99999999999 init 00", 2, 46, "too large"},
    {HEAD "object o global base 1 size 1\nobject o global base 9 size 1", 3, 8, "already"},
    {HEAD "slot \"\"", 2, 6, "`object` line before"},
    {HEAD "object o global\nslot \"\" times 1 step 1 times 1 step 1 times 1 step 1 times 1 step 1 times 1 step 1", 3,
     75, "at most 4"},
    {MAIN "loc L2 main", 7, 5, "expected L1"},
    {MAIN "loc L1 worker", 7, 8, "no thread"},
    {MAIN "loc L1 main bound forever", 7, 19, "`threads`"},
    {MAIN "edge L0 L0", 7, 9, "expected `->`"},
    {MAIN "edge L0 -> L0 when", 7, 19, "expected a term"},
    {MAIN "edge L0 -> L0 when y", 7, 20, "not known"},
    {MAIN "edge L0 -> L0 when (ult x b)", 7, 29, ""},
    {MAIN "edge L0 -> L0 when (frobnicate x)", 7, 21, "operator"},
    {MAIN "edge L0 -> L0 when (ult x", 7, 26, "ends inside"},
    {MAIN "edge L0 -> L0 when (ult x 1:32) b", 7, 33, "clause"},
    {MAIN "edge L0 -> L0 assert nothing b", 7, 22, "what is asserted"},
    {MAIN "edge L0 -> L0 do x = 1:32", 7, 20, "expected `:=`"},
    {MAIN "edge L0 -> L0 do a[0:32 := 1:8", 7, 25, "expected `]`"},
    {MAIN "edge L0 -> L0 do x := 1:32,", 7, 28, "variable's name"},
    {MAIN "edge L0 -> L0 do y := 1:32", 7, 18, "no variable `y`"},
    {MAIN "edge L0 -> L0 access rarely", 7, 22, "`plain`"},
    {MAIN "edge L0 -> L4294967296", 7, 13, "too large"},
    /* found by the validator, which blames the line */
    {MAIN "edge L0 -> L9", 7, 1, "locations that there are not"},
    {MAIN "edge L0 -> L0 when x", 7, 1, "guard has the wrong sort"},
    {MAIN "edge L0 -> L0 do x := 1:8", 7, 1, "assigned value has the wrong sort"},
    {MAIN "edge L0 -> L0 do mem32[x] := 1:32", 7, 1, "not raw"},
    {HEAD, 1, 1, "no thread"},
};

static void errors_have_a_place_and_say_what_was_expected(void **state)
{
  (void)state;
  for (unsigned i = 0; i < HD_COUNT(errors); i++) {
    hd_diags diags;
    hd_diags_init(&diags);
    hd_program *p = hd_program_parse(errors[i].text, strlen(errors[i].text), "test.hp", &diags);
    assert_null(p);
    assert_true(diags.list.len >= 1);
    const hd_diag *d = &diags.list.data[0];
    if (!strstr(d->message, errors[i].message) || d->place.line != errors[i].line ||
        d->place.column != errors[i].column)
      fail_msg("%s\nwas to fail at %u:%u (%s), but did at %u:%u: %s", errors[i].text, errors[i].line, errors[i].column,
               errors[i].message, d->place.line, d->place.column, d->message);
    assert_string_equal(d->place.file, "test.hp");
    hd_diags_clear(&diags);
  }
}

static void a_zero_byte_is_no_text(void **state)
{
  (void)state;
  hd_diags diags;
  hd_diags_init(&diags);
  assert_null(hd_program_parse(HEAD "\0x", sizeof HEAD + 1, "test", &diags));
  assert_non_null(strstr(diags.list.data[0].message, "zero byte"));
  hd_diags_clear(&diags);
}

static void deeply_nested_terms_do_not_end_the_process(void **state)
{
  (void)state;
  enum { DEPTH = 200000 };
  static const char open[] = "(bnot ";
  char *text = hd_alloc(sizeof MAIN + 64 + (size_t)DEPTH * (sizeof open + 1), 1), *at = text;
  at += sprintf(at, "%sedge L0 -> L0 do x := ", MAIN);
  for (unsigned i = 0; i < DEPTH; i++) at = stpcpy(at, open);
  at = stpcpy(at, "x");
  for (unsigned i = 0; i < DEPTH; i++) *at++ = ')';
  hd_program_free(program_of(text));
  free(text);
}

/* --- mutations ------------------------------------------------------------------------------ */

static uint64_t random_state = 1;
static uint32_t random_below(uint32_t n)
{
  return (uint32_t)(hd_roll(&random_state) % n);
}

/* A random bit-vector of 16 bits, or a random Boolean. */
static hd_term random_term(hd_program *p, unsigned depth, bool boolean)
{
  static const hd_op words[] = {HD_OP_ADD,  HD_OP_SUB, HD_OP_MUL,  HD_OP_UDIV, HD_OP_SDIV, HD_OP_UREM, HD_OP_SREM,
                                HD_OP_BAND, HD_OP_BOR, HD_OP_BXOR, HD_OP_SHL,  HD_OP_LSHR, HD_OP_ASHR};
  static const hd_op tests[] = {HD_OP_EQ,  HD_OP_ULT,   HD_OP_ULE,   HD_OP_SLT,
                                HD_OP_SLE, HD_OP_SADDO, HD_OP_SSUBO, HD_OP_SMULO};
  hd_terms *T = p->terms;
  if (boolean) {
    hd_op op = tests[random_below(HD_COUNT(tests))];
    if (!depth || random_below(2))
      return hd_term_2(T, op, random_term(p, depth / 2, false), random_term(p, depth / 2, false));
    hd_term a = random_term(p, depth - 1, true);
    return random_below(3) ? hd_term_2(T, random_below(2) ? HD_OP_AND : HD_OP_OR, a, random_term(p, depth - 1, true))
                           : hd_term_1(T, HD_OP_NOT, a);
  }
  if (!depth || !random_below(6))
    return random_below(3) ? hd_program_var_term(p, (hd_var){random_below(4)})
                           : hd_term_bv(T, 16, random_below(2) ? random_below(4) : random_below(65536));
  hd_term a = random_term(p, depth - 1, false);
  unsigned low;
  switch (random_below(6)) {
  case 0: return hd_term_1(T, random_below(2) ? HD_OP_NEG : HD_OP_BNOT, a);
  case 1: return hd_term_3(T, HD_OP_ITE, random_term(p, depth - 1, true), a, random_term(p, depth - 1, false));
  case 2:
    low = random_below(16);
    return hd_term_resize(T, hd_term_extract(T, a, low, 1 + random_below(16 - low)), 16, random_below(2));
  case 3: {
    unsigned width = 1 + random_below(15);
    hd_term high = hd_term_extract(T, a, 0, 16 - width);
    return hd_term_2(T, HD_OP_CONCAT, high, hd_term_extract(T, random_term(p, depth - 1, false), 0, width));
  }
  default: return hd_term_2(T, words[random_below(HD_COUNT(words))], a, random_term(p, depth - 1, false));
  }
}

/* Terms are built in one order and printed in another, so the pools differ. */
static void random_terms_round_trip(void **state)
{
  (void)state;
  enum { RUNS = 150, EDGES = 20 };
  for (unsigned run = 0; run < RUNS; run++) {
    hd_program *p = program_of(HEAD "thread main entry L0\nloc L0 main\n"
                                    "var a : bv16\nvar b : bv16 unsigned\nvar c : bv16\nvar d : bv16\n");
    hd_term terms[EDGES];
    for (unsigned i = 0; i < EDGES; i++) terms[i] = random_term(p, 1 + random_below(5), true);
    for (unsigned i = EDGES; i-- > 0;)
      hd_program_add_edge(p, (hd_edge_info){.guard = terms[i], .pos = HD_NO_POS, .frame = HD_NONE});
    char *text = text_of(p);
    hd_program *q = program_of(text), *clone = hd_program_clone(p);
    assert_text(q, text);
    assert_text(clone, text);
    free(text);
    hd_program_free(p);
    hd_program_free(q);
    hd_program_free(clone);
  }
}

/* One small change; the text has room for it. */
static void mutate(char *text, size_t *length)
{
  static const char *const pieces[] = {"\n",
                                       " ",
                                       "0",
                                       "L",
                                       "(",
                                       ")",
                                       "[",
                                       "]",
                                       "\"",
                                       "@",
                                       "any",
                                       ":=",
                                       "99999",
                                       "0x",
                                       "%",
                                       ",",
                                       "->",
                                       "4294967295",
                                       "(add x 1:32)",
                                       "true",
                                       "1:8",
                                       "when ",
                                       "slot",
                                       " var ",
                                       "\\",
                                       "mem",
                                       "-1:64",
                                       "(let ((?1 x)) ?1)"};
  size_t at = random_below((uint32_t)*length + 1), n = random_below(12);
  switch (random_below(4)) {
  case 0: /* remove */
    if (n > *length - at) n = *length - at;
    memmove(text + at, text + at + n, *length - at - n);
    *length -= n;
    break;
  case 1: { /* insert */
    const char *piece = pieces[random_below(HD_COUNT(pieces))];
    memmove(text + at + strlen(piece), text + at, *length - at);
    memcpy(text + at, piece, strlen(piece));
    *length += strlen(piece);
    break;
  }
  case 2: /* change a byte */
    if (at < *length) text[at] = (char)random_below(256);
    break;
  default: { /* copy something from elsewhere */
    size_t from = random_below((uint32_t)*length);
    n = n > *length - from ? *length - from : n;
    n = n > *length - at ? *length - at : n;
    memmove(text + at, text + from, n);
  }
  }
}

/* Whatever is done to a text, it is refused with a message, or is a program that prints and
 * parses back. Runs of few changes are mostly accepted, runs of many reach odd corners. */
static void mutated_texts_are_refused_or_round_trip(void **state)
{
  (void)state;
  enum { RUNS = 6000, CHANGES = 8, ROOM = 32 };
  unsigned accepted = 0;
  for (unsigned run = 0; run < RUNS; run++) {
    const char *base = run % 3 ? resolved : raw;
    size_t length = strlen(base);
    char *text = hd_alloc(length + (size_t)CHANGES * ROOM, 1);
    memcpy(text, base, length);
    for (unsigned i = 1 + random_below(1 + random_below(CHANGES)); i; i--) mutate(text, &length);
    hd_diags diags;
    hd_diags_init(&diags);
    hd_program *p = hd_program_parse(text, length, "mutant", &diags);
    assert_int_equal(p == NULL, hd_diags_has_error(&diags));
    if (p) {
      char *once = text_of(p);
      hd_program *q = program_of(once);
      assert_text(q, once);
      free(once);
      hd_program_free(q);
      accepted++;
    }
    hd_program_free(p);
    hd_diags_clear(&diags);
    free(text);
  }
  assert_true(accepted > RUNS / 100 && accepted < RUNS);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(what_is_printed_parses_back),
      cmocka_unit_test(the_manuals_example_parses_back),
      cmocka_unit_test(fields_mean_what_the_text_says),
      cmocka_unit_test(a_clone_prints_the_same),
      cmocka_unit_test(defaults_comments_and_blank_lines_are_accepted),
      cmocka_unit_test(the_text_does_not_depend_on_the_pool),
      cmocka_unit_test(errors_have_a_place_and_say_what_was_expected),
      cmocka_unit_test(a_zero_byte_is_no_text),
      cmocka_unit_test(deeply_nested_terms_do_not_end_the_process),
      cmocka_unit_test(random_terms_round_trip),
      cmocka_unit_test(mutated_texts_are_refused_or_round_trip),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
