/* inputs.c - damaged inputs of every kind: whatever a file holds, the answer is a message or a result.
 *
 * usage: fuzz_inputs FOLDER [FIRST [COUNT [KIND]]]: seeds FIRST .. FIRST + COUNT - 1 of each kind (or of one: c, bc,
 * yml, prp, program, certificate, trace). FOLDER has programs to begin with, peterson.c and peterson_broken.c among
 * them. Every seed damages one file of its kind and reads it as a user would. A crash ends the process, and so
 * does an input that takes too long; a build with the sanitizers finds more. The input stays behind then. */
#include <dirent.h>
#include <signal.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/map.h"
#include "heddle/heddle.h"

enum { SECONDS = 120 };

typedef struct {
  unsigned char *data;
  size_t n;
} text;

typedef HD_VEC(text) corpus;
typedef HD_VEC(unsigned char) bytes;

static char folder[] = "/tmp/heddle-inputs-XXXXXX";
static const char *programs;
static uint64_t state;

static uint32_t roll(uint32_t n)
{
  state = hd_hash_u64(state + UINT64_C(0x9e3779b97f4a7c15));
  return (uint32_t)(state >> 33) % n;
}

/* --- files --------------------------------------------------------------------------------------- */

static const char *in_folder(const char *name)
{
  static char paths[8][512];
  static unsigned next;
  char *path = paths[next++ % 8];
  snprintf(path, sizeof paths[0], "%s/%s", folder, name);
  return path;
}

static const char *program(const char *name)
{
  static char paths[4][512];
  static unsigned next;
  char *path = paths[next++ % 4];
  snprintf(path, sizeof paths[0], "%s/%s", programs, name);
  return path;
}

static text read_file(const char *path)
{
  text t = {0};
  FILE *in = fopen(path, "rb");
  struct stat s;
  if (!in || fstat(fileno(in), &s) != 0) {
    fprintf(stderr, "cannot read %s\n", path);
    exit(2);
  }
  t.data = hd_alloc((size_t)s.st_size + 1, 1);
  t.n = fread(t.data, 1, (size_t)s.st_size, in);
  fclose(in);
  return t;
}

static void write_file(const char *path, const void *data, size_t n)
{
  FILE *out = fopen(path, "wb");
  if (!out || fwrite(data, 1, n, out) != n || fclose(out) != 0) {
    fprintf(stderr, "cannot write %s\n", path);
    exit(2);
  }
}

/* --- damage -------------------------------------------------------------------------------------- */

static void put(bytes *b, const void *data, size_t n)
{
  for (size_t i = 0; i < n; i++) hd_vec_push(b, ((const unsigned char *)data)[i]);
}

/* Replaces `gone` bytes at a place by others. */
static void splice(bytes *b, size_t at, size_t gone, const void *data, size_t n)
{
  bytes out = {0};
  put(&out, b->data, at);
  put(&out, data, n);
  put(&out, b->data + at + gone, b->len - at - gone);
  hd_vec_clear(b);
  *b = out;
}

static const char *const words[] = {"0",
                                    "-1",
                                    "4294967295",
                                    "18446744073709551616",
                                    "1:64",
                                    "(",
                                    ")",
                                    "{",
                                    "}",
                                    "[",
                                    "]",
                                    "\"",
                                    "\\",
                                    "\n",
                                    ",",
                                    ":",
                                    ";",
                                    "@",
                                    "L0",
                                    "L4000000000",
                                    "main",
                                    "true",
                                    "instances 4000000000",
                                    "[0]",
                                    "when",
                                    "do",
                                    "any",
                                    "bv0",
                                    "bv65",
                                    "self",
                                    "- ",
                                    "*/",
                                    "/*",
                                    "%s",
                                    "\xff",
                                    "&",
                                    "*",
                                    "return"};

static void damage(bytes *b, const text *other)
{
  size_t at = b->len ? roll((uint32_t)b->len) : 0, rest = b->len - at;
  size_t few = rest ? 1 + roll((uint32_t)(rest < 40 ? rest : 40)) : 0;
  const char *word = words[roll(HD_COUNT(words))];
  switch (roll(8)) {
  case 0:
    if (b->len) b->data[at] = (unsigned char)roll(256);
    break;
  case 1:
    if (b->len) b->data[at] ^= (unsigned char)(1u << roll(8));
    break;
  case 2: splice(b, at, few, NULL, 0); break;
  case 3: splice(b, at, 0, word, strlen(word)); break;
  case 4: splice(b, at, few, word, strlen(word)); break;
  case 5: { /* something twice */
    text copy = {hd_alloc(few + 1, 1), few};
    if (few) memcpy(copy.data, b->data + at, few);
    splice(b, b->len ? roll((uint32_t)b->len) : 0, 0, copy.data, copy.n);
    free(copy.data);
    break;
  }
  case 6: /* a piece of another */
    if (other->n) {
      size_t from = roll((uint32_t)other->n), n = 1 + roll(60);
      splice(b, at, few, other->data + from, n < other->n - from ? n : other->n - from);
    }
    break;
  default:
    if (roll(4) == 0) b->len = (uint32_t)at;
  }
}

static void write_damaged(const corpus *c, const char *path)
{
  bytes b = {0};
  const text *from = &c->data[roll(c->len)];
  put(&b, from->data, from->n);
  for (uint32_t i = 0, n = 1 + roll(4); i < n; i++) damage(&b, &c->data[roll(c->len)]);
  write_file(path, b.len ? (const void *)b.data : "", b.len);
  hd_vec_clear(&b);
}

/* --- reading it as a user would -------------------------------------------------------------------- */

static heddle_options options(void)
{
  heddle_options o;
  heddle_options_init(&o);
  o.engine = "explicit";
  o.memory = 512;
  o.jobs = 1;
  return o;
}

/* What is not read leaves a message. */
static bool has_message(const heddle_input *in)
{
  for (unsigned i = 0; i < heddle_message_count(in); i++)
    if (heddle_message_get(in, i).severity == 2) return true;
  return false;
}

static bool use(const char *file, bool run)
{
  heddle_options o = options();
  FILE *null = fopen("/dev/null", "w");
  heddle_input *in = heddle_load(&o, &file, 1);
  bool ok = heddle_input_ok(in) || has_message(in);
  if (heddle_input_ok(in)) ok = heddle_emit(in, &o, "program", null) || has_message(in);
  if (ok && heddle_input_ok(in)) ok = heddle_emit(in, &o, "analysis", null) || has_message(in);
  if (ok && run && heddle_input_ok(in)) {
    o.timeout = 1;
    heddle_result *r = heddle_verify(in, &o);
    ok = !heddle_result_defect(r);
    heddle_result_free(r);
  }
  heddle_input_free(in);
  fclose(null);
  return ok;
}

static bool use_file(const char *file)
{
  return use(file, false);
}

/* A damaged model that is still well-formed is a model: engines take it. */
static bool use_program(const char *file)
{
  return use(file, true);
}

static bool use_certificate(const char *file)
{
  heddle_options o = options();
  const char *proved = in_folder("proved.program");
  heddle_input *in = heddle_load(&o, &proved, 1);
  o.timeout = 1;
  heddle_result *r = heddle_check(in, &o, file);
  bool ok = heddle_result_verdict(r) != HEDDLE_UNSAFE && !heddle_result_defect(r);
  heddle_result_free(r);
  heddle_input_free(in);
  return ok;
}

static bool use_trace(const char *file)
{
  heddle_options o = options();
  const char *broken = in_folder("broken.program");
  FILE *null = fopen("/dev/null", "w");
  heddle_input *in = heddle_load(&o, &broken, 1);
  bool ok = heddle_replay(in, &o, file, null) || has_message(in);
  heddle_input_free(in);
  fclose(null);
  return ok;
}

/* A property file is read by the task that names it. */
static bool use_property(const char *file)
{
  (void)file;
  return use(in_folder("of_property.yml"), false);
}

/* --- what to begin with -------------------------------------------------------------------------- */

static void add(corpus *c, const char *path)
{
  hd_vec_push(c, read_file(path));
}

static void begin_c(corpus *c)
{
  DIR *dir = opendir(programs);
  if (!dir) exit(2);
  for (struct dirent *e; (e = readdir(dir));) {
    size_t n = strlen(e->d_name);
    if (n > 2 && strcmp(e->d_name + n - 2, ".c") == 0) add(c, program(e->d_name));
  }
  closedir(dir);
}

static void emit(const char *from, const char *to)
{
  heddle_options o = options();
  FILE *out = fopen(to, "w");
  heddle_input *in = heddle_load(&o, &from, 1);
  if (!out || !heddle_emit(in, &o, "program", out)) exit(2);
  fclose(out);
  heddle_input_free(in);
}

static void begin_program(corpus *c)
{
  emit(program("peterson.c"), in_folder("proved.program"));
  emit(program("peterson_broken.c"), in_folder("broken.program"));
  add(c, in_folder("proved.program"));
  add(c, in_folder("broken.program"));
}

static void begin_bc(corpus *c)
{
  char command[1200];
  snprintf(command, sizeof command, "clang-19 -g -c -emit-llvm -o %s %s", in_folder("first.bc"), program("peterson.c"));
  if (system(command) != 0) exit(2);
  add(c, in_folder("first.bc"));
}

static void begin_yml(corpus *c)
{
  static const char task[] = "format_version: '2.0'\ninput_files: 'peterson.c'\nproperties:\n"
                             "  - property_file: unreach-call.prp\n    expected_verdict: true\noptions:\n"
                             "  language: C\n  data_model: ILP32\n";
  static const char property[] = "CHECK( init(main()), LTL(G ! call(reach_error())) )\n";
  text source = read_file(program("peterson.c"));
  write_file(in_folder("peterson.c"), source.data, source.n);
  free(source.data);
  write_file(in_folder("unreach-call.prp"), property, sizeof property - 1);
  write_file(in_folder("first.yml"), task, sizeof task - 1);
  add(c, in_folder("first.yml"));
}

static void begin_prp(corpus *c)
{
  static const char task[] = "format_version: '2.0'\ninput_files: 'peterson.c'\nproperties:\n"
                             "  - property_file: damaged.prp\n    expected_verdict: true\n";
  static const char race[] = "CHECK( init(main()), LTL(G ! data-race) )\n";
  corpus tasks = {0};
  begin_yml(&tasks);
  free(tasks.data[0].data);
  hd_vec_clear(&tasks);
  write_file(in_folder("of_property.yml"), task, sizeof task - 1);
  write_file(in_folder("first.prp"), race, sizeof race - 1);
  add(c, in_folder("first.prp"));
  add(c, in_folder("unreach-call.prp"));
}

/* The result of a verification, as one of the two files that it can write. */
static void verify(const char *engine, const char *from, const char *to, bool certificate)
{
  heddle_options o = options();
  o.engine = engine;
  FILE *out = fopen(to, "w");
  heddle_input *in = heddle_load(&o, &from, 1);
  heddle_result *r = heddle_verify(in, &o);
  if (!out || !(certificate ? heddle_write_certificate : heddle_write_json)(out, r)) exit(2);
  fclose(out);
  heddle_result_free(r);
  heddle_input_free(in);
}

static void begin_certificate(corpus *c)
{
  corpus models = {0};
  begin_program(&models);
  for (uint32_t i = 0; i < models.len; i++) free(models.data[i].data);
  hd_vec_clear(&models);
  verify("horn", in_folder("proved.program"), in_folder("first.certificate"), true);
  verify("explicit", in_folder("proved.program"), in_folder("second.certificate"), true);
  add(c, in_folder("first.certificate"));
  add(c, in_folder("second.certificate"));
}

static void begin_trace(corpus *c)
{
  corpus models = {0};
  begin_program(&models);
  for (uint32_t i = 0; i < models.len; i++) free(models.data[i].data);
  hd_vec_clear(&models);
  verify("explicit", in_folder("broken.program"), in_folder("first.json"), false);
  add(c, in_folder("first.json"));
}

/* --- all of them --------------------------------------------------------------------------------- */

typedef struct {
  const char *name, *file;
  void (*begin)(corpus *c);
  bool (*use)(const char *file);
} kind;

static const kind kinds[] = {
    {"program", "damaged.program", begin_program, use_program},
    {"trace", "damaged.json", begin_trace, use_trace},
    {"certificate", "damaged.certificate", begin_certificate, use_certificate},
    {"yml", "damaged.yml", begin_yml, use_file},
    {"prp", "damaged.prp", begin_prp, use_property},
    {"bc", "damaged.bc", begin_bc, use_file},
    {"c", "damaged.c", begin_c, use_file},
};

static bool run_kind(const kind *k, uint64_t first, uint64_t count)
{
  corpus c = {0};
  bool ok = true;
  alarm(SECONDS);
  k->begin(&c);
  for (uint64_t seed = first; ok && seed < first + count; seed++) {
    state = seed * 31 + (uint64_t)(k - kinds);
    write_damaged(&c, in_folder(k->file));
    alarm(SECONDS);
    ok = k->use(in_folder(k->file));
    if (!ok)
      fprintf(stderr, "%s, seed %llu: no message, or a defect; see %s\n", k->name, (unsigned long long)seed, folder);
  }
  alarm(0);
  for (uint32_t i = 0; i < c.len; i++) free(c.data[i].data);
  hd_vec_clear(&c);
  if (ok) printf("%s: %llu damaged files\n", k->name, (unsigned long long)count);
  return ok;
}

static void remove_folder(void)
{
  DIR *dir = opendir(folder);
  for (struct dirent *e; dir && (e = readdir(dir));)
    if (e->d_name[0] != '.') unlink(in_folder(e->d_name));
  if (dir) closedir(dir);
  rmdir(folder);
}

int main(int argc, char **argv)
{
  if (argc < 2 || !mkdtemp(folder)) return 64;
  programs = argv[1];
  uint64_t first = argc > 2 ? strtoull(argv[2], NULL, 10) : 1, count = argc > 3 ? strtoull(argv[3], NULL, 10) : 100;
  bool ok = true;
  for (size_t i = 0; ok && i < HD_COUNT(kinds); i++)
    if (argc < 5 || strcmp(argv[4], kinds[i].name) == 0) ok = run_kind(&kinds[i], first, count);
  if (ok) remove_folder();
  return ok ? 0 : 1;
}
