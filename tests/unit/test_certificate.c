/* The textual form of certificates: what is printed reads back, and mistakes get their place. */
#include "certificate_programs.h"

static char *print(const hd_program *p, const hd_certificate *c)
{
  char *text;
  size_t size;
  FILE *out = open_memstream(&text, &size);
  hd_certificate_head head = {.property = HD_PROP_UNREACH_CALL, .limits = {2, 4, 8}};
  hd_certificate_print(out, p, c, &head);
  fclose(out);
  return text;
}

static hd_certificate *parse(const hd_program *p, const char *text)
{
  hd_diags diags;
  hd_diags_init(&diags);
  hd_certificate *c = hd_certificate_parse(text, strlen(text), "proof", p, &diags);
  if (!c) fail_msg("%u: %s", diags.list.data[0].place.line, diags.list.data[0].message);
  hd_diags_clear(&diags);
  return c;
}

static void what_is_printed_reads_back(void **state)
{
  (void)state;
  static const char *const programs[] = {MUTEX, MANY, PETERSON, LOOP, COUNTER, COUNTER, COUNTER};
  static const char *const proofs[] = {MUTEX_PROOF,   MANY_PROOF,    PETERSON_PROOF, LOOP_PROOF,
                                       COUNTER_PROOF, COUNTER_GHOST, COUNTER_GRAPH};
  for (unsigned i = 0; i < HD_COUNT(programs); i++) {
    hd_program *p = indexed(programs[i]);
    hd_certificate *c = proof_of(p, proofs[i]);
    char *once = print(p, c);
    hd_certificate *d = parse(p, once);
    char *twice = print(p, d);
    assert_string_equal(once, twice);
    assert_int_equal(c->clauses.len, d->clauses.len);
    assert_int_equal(c->links.len, d->links.len);
    assert_true(hd_term_same(c->clauses.data[0].facts.data[0].holds, d->clauses.data[0].facts.data[0].holds));
    free(twice);
    free(once);
    hd_certificate_free(d);
    hd_certificate_free(c);
    hd_program_free(p);
  }
}

static void the_head_says_how_to_make_the_program(void **state)
{
  (void)state;
  hd_program *p = indexed(COUNTER);
  hd_certificate *c = proof_of(p, COUNTER_PROOF);
  char *text = print(p, c);
  hd_certificate_head head = {0};
  hd_diags diags;
  hd_diags_init(&diags);
  assert_true(hd_certificate_parse_head(text, strlen(text), "proof", &head, &diags));
  assert_int_equal(head.property, HD_PROP_UNREACH_CALL);
  assert_int_equal(head.limits[HD_LIMIT_HEAP], 4);
  assert_false(hd_certificate_parse_head("certificate 2\n", 14, "proof", &head, &diags));
  assert_false(hd_certificate_parse_head("", 0, "proof", &head, &diags));
  assert_false(hd_certificate_parse_head("\0", 1, "proof", &head, &diags));
  hd_diags_clear(&diags);
  free(text);
  hd_certificate_free(c);
  hd_program_free(p);
}

static void mistakes_get_their_place(void **state)
{
  (void)state;
  static const struct {
    const char *body, *error; /* the body starts at line 5 */
  } cases[] = {
      {"kind sideways\n", "5:6: expected product, modular, graph, exhaustive or word"},
      {"clause main[0] otherwise false\n", "5:1: expected `program` and `kind` before this line"},
      {"kind product\nclause main[1] otherwise false\n", "6:13: the number is too large: at most 0 is possible here"},
      {"kind product\nclause nobody[0] otherwise false\n", "6:8: the program has no thread `nobody`"},
      {"kind product\nclause main[0]\n", "6:15: expected a thread's name"},
      {"kind product\nat L0 : true\n", "6:4: expected a `clause` line before its facts"},
      {"kind product\nclause main[0] otherwise false\nat L9 : true\n",
       "7:5: the number is too large: at most 4 is possible here"},
      {"kind product\nclause main[0] otherwise false\nat L3 : true\n",
       "7:5: L3 is not a location of the clause's party 1"},
      {"kind product\nclause main[0] otherwise false\nat L0 : x\n", "7:9: expected a Boolean term"},
      {"kind product\nclause main[0] otherwise false\nat L0 : (= x 1:32)\n",
       "7:19: the arguments must be of one width"},
      {"kind product\nclause main[0] otherwise false\nat L0 : (= y 1:8)\n", "7:12: the name is not known"},
      {"kind product\nclause main[0] otherwise false\nat L0 : (= @2 1:32)\n", "7:12: the name is not known"},
      {"kind product\nclause main[0] otherwise false\nat L0 : true true\n", "7:14: expected the end of the line"},
      {"kind product\nclause main[0] otherwise false\nlink 0 party 1 -> 0\n", "7:6: only a graph"},
      {"kind graph\nclause main[0] b[0] otherwise false\nat L0 L3 : true\nlink 0 party 0 -> 0\n",
       "8:14: parties are numbered from 1"},
      {"kind modular\nghost x : bool = 0\n", "6:7: there is a variable `x` already"},
      {"kind modular\nset E0 g := true\n", "6:8: there is no ghost `g` above"},
      {"kind modular\nghost g : bv8 = 0\nset E0 g := 1:4\n", "7:13: expected a term of 8 bits"},
      {"kind modular\n", "5:13: the certificate is cut short: its last line is `end`"},
      {"kind modular\nend\nend\n", "7:1: expected nothing after `end`"},
      {"kind modular\nfact\n", "6:1: expected the start of a line of a certificate"},
  };
  hd_program *p = indexed(COUNTER);
  for (unsigned i = 0; i < HD_COUNT(cases); i++) {
    char error[300] = "accepted";
    hd_certificate_free(try_proof(p, cases[i].body, error, sizeof error));
    if (strncmp(error, cases[i].error, strlen(cases[i].error)) != 0) fail_msg("case %u: %s", i, error);
  }
  hd_program_free(p);
}

/* Which program it is about comes before what kind of proof it is. */
static void a_kind_before_its_program_is_refused(void **state)
{
  (void)state;
  static const char text[] = "certificate 1\nproperty unreach-call\nlimits 2 4 8\nkind product\n";
  hd_program *p = indexed(COUNTER);
  hd_diags diags;
  hd_diags_init(&diags);
  assert_null(hd_certificate_parse(text, sizeof text - 1, "proof", p, &diags));
  assert_string_equal(diags.list.data[0].message, "expected `program` and `kind` before this line");
  assert_int_equal(diags.list.data[0].place.line, 4);
  hd_diags_clear(&diags);
  hd_program_free(p);
}

static void a_certificate_of_another_program_is_refused(void **state)
{
  (void)state;
  char error[300];
  hd_program *p = indexed(COUNTER), *q = indexed(PETERSON);
  hd_certificate *c = proof_of(p, COUNTER_PROOF);
  char *text = print(p, c);
  hd_diags diags;
  hd_diags_init(&diags);
  assert_null(hd_certificate_parse(text, strlen(text), "proof", q, &diags));
  assert_non_null(strstr(diags.list.data[0].message, "another program"));
  hd_diags_clear(&diags);
  assert_int_not_equal(hd_program_fingerprint(p), hd_program_fingerprint(q));
  /* Where it is written does not count, what it does counts. */
  hd_program *moved = indexed(COUNTER), *other = indexed(COUNTER);
  hd_loc_get(moved, (hd_loc){1})->pos = (hd_pos){0, 7, 7};
  hd_edge_get(other, (hd_edge){0})->to = (hd_loc){2};
  assert_int_equal(hd_program_fingerprint(p), hd_program_fingerprint(moved));
  assert_int_not_equal(hd_program_fingerprint(p), hd_program_fingerprint(other));
  hd_certificate_free(try_proof(moved, COUNTER_PROOF, error, sizeof error));
  hd_program_free(moved);
  hd_program_free(other);
  free(text);
  hd_certificate_free(c);
  hd_program_free(p);
  hd_program_free(q);
}

static void terms_move_to_another_pool(void **state)
{
  (void)state;
  hd_program *p = indexed(COUNTER), *q = hd_program_clone(p);
  hd_certificate *c = proof_of(p, COUNTER_GHOST);
  char *before = print(p, c);
  hd_certificate_move(c, p->terms, q->terms);
  char *after = print(q, c);
  assert_string_equal(before, after);
  free(before);
  free(after);
  hd_certificate_free(c);
  hd_program_free(p);
  hd_program_free(q);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(what_is_printed_reads_back),
      cmocka_unit_test(the_head_says_how_to_make_the_program),
      cmocka_unit_test(mistakes_get_their_place),
      cmocka_unit_test(a_kind_before_its_program_is_refused),
      cmocka_unit_test(a_certificate_of_another_program_is_refused),
      cmocka_unit_test(terms_move_to_another_pool),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
