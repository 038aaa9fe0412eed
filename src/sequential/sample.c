/* sample.c - executes at random, then fits lines through the values that were seen. */
#include "sequential/sample.h"

#include "trace/interp.h"

enum {
  RUNS = 100,
  MOST_STEPS = 20000,
  STEPS = 600,
  MOST_SAMPLES = 10,
  LEAST_SAMPLES = 3,
  MOST_CELLS = 200,
  LARGEST = 16,
  MOST_ELEMENTS = 64 /* of an array; what lies beyond is not there in these executions */
};

/* The states seen at a cut: a row a state, a column a cell. */
typedef struct {
  uint64_t *rows;
  uint32_t n;
} samples;

typedef struct {
  hd_cutgraph *g;
  const hd_program *p; /* what is executed: the graph's, or one with smaller arrays */
  hd_terms *T;
  samples *at; /* by cut */
  uint32_t width;
} sampling;

static void note_state(sampling *x, const hd_state *s)
{
  hd_cutgraph *g = x->g;
  uint32_t cut = g->number[hd_state_loc(s, HD_MAIN, 0).id];
  if (cut == HD_NONE || x->at[cut].n == MOST_SAMPLES) return;
  samples *a = &x->at[cut];
  if (!a->rows) a->rows = hd_alloc((size_t)MOST_SAMPLES * x->width + 1, sizeof *a->rows);
  uint64_t *row = a->rows + (size_t)a->n * x->width;
  for (uint32_t i = 0; i < x->width; i++) {
    hd_cell c = g->cells->list.data[i];
    row[i] = hd_state_read(s, c.var, 0, c.element == HD_NONE ? 0 : c.element);
  }
  bool news = a->n == 0 || memcmp(row, row - x->width, x->width * sizeof *row) != 0;
  a->n += news;
}

/* Returns how many steps it took: most runs end early, at an assumption. */
static uint32_t run_sample(sampling *x, uint64_t seed)
{
  hd_replay how;
  hd_trace *t = hd_random_run(x->p, x->g->task.property, seed, STEPS, &how);
  hd_state *s = hd_state_new(x->p, t);
  for (uint32_t i = 0; i < t->steps.len; i++) {
    note_state(x, s);
    if (hd_state_step(s, &t->steps.data[i], NULL) != HD_STEP_OK) break;
  }
  uint32_t steps = t->steps.len;
  hd_state_free(s);
  hd_trace_free(t);
  return steps;
}

/* The slope between two samples, shortened; false when it is no small one, or a coordinate stayed. */
static bool slope(uint64_t dx, uint64_t dy, unsigned width, uint64_t *a, uint64_t *b)
{
  int64_t x = hd_signed(dx & hd_mask(width), width), y = hd_signed(dy & hd_mask(width), width);
  if (x == 0 || y == 0) return false;
  uint64_t d = hd_gcd(hd_magnitude(x), hd_magnitude(y));
  if (hd_magnitude(x) / d > LARGEST || hd_magnitude(y) / d > LARGEST) return false;
  *a = (uint64_t)(y / (int64_t)d) & hd_mask(width);
  *b = (uint64_t)(x / (int64_t)d) & hd_mask(width);
  return true;
}

/* a * x = b * y + c in all samples? */
static void relate_cells(sampling *x, uint32_t cut, uint32_t i, uint32_t j, const hd_sample_sink *sink)
{
  const samples *s = &x->at[cut];
  unsigned width = hd_term_sort(x->T, x->g->state[i]).width;
  const uint64_t *first = s->rows, *last = s->rows + (size_t)(s->n - 1) * x->width;
  uint64_t a, b, mask = hd_mask(width);
  if (!slope(last[i] - first[i], last[j] - first[j], width, &a, &b)) return;
  uint64_t c = (a * first[i] - b * first[j]) & mask;
  for (uint32_t k = 0; k < s->n; k++) {
    const uint64_t *row = s->rows + (size_t)k * x->width;
    if (((a * row[i] - b * row[j]) & mask) != c) return;
  }
  hd_term left = hd_term_2(x->T, HD_OP_MUL, x->g->state[i], hd_term_bv(x->T, width, a));
  hd_term right = hd_term_2(x->T, HD_OP_MUL, x->g->state[j], hd_term_bv(x->T, width, b));
  right = hd_term_2(x->T, HD_OP_ADD, right, hd_term_bv(x->T, width, c));
  sink->found(sink->context, cut, hd_term_2(x->T, HD_OP_EQ, left, right));
}

static bool is_number(const sampling *x, uint32_t cell)
{
  hd_sort sort = hd_term_sort(x->T, x->g->state[cell]);
  return sort.kind == HD_SORT_BV && sort.width >= 8;
}

/* The program with arrays that a state has room for; NULL: it has no others. */
static hd_program *with_small_arrays(const hd_program *p)
{
  hd_program *small = NULL;
  for (uint32_t v = 0; v < p->vars.len; v++) {
    if (p->vars.data[v].count <= MOST_ELEMENTS) continue;
    if (!small) small = hd_program_clone(p);
    small->vars.data[v].count = MOST_ELEMENTS;
  }
  if (small) hd_program_index(small);
  return small;
}

void hd_sample_relations(hd_cutgraph *g, const hd_sample_sink *sink)
{
  hd_program *small = with_small_arrays(g->p);
  sampling x = {.g = g, .p = small ? small : g->p, .T = g->p->terms, .width = g->cells->list.len};
  x.at = hd_alloc(g->cuts.len, sizeof *x.at);
  uint32_t steps = 0;
  for (uint64_t seed = 1; seed <= RUNS && steps < MOST_STEPS; seed++) steps += run_sample(&x, seed);
  for (uint32_t cut = 1; cut < g->cuts.len; cut++)
    for (uint32_t i = 0; x.at[cut].n >= LEAST_SAMPLES && i < x.width && i < MOST_CELLS; i++)
      for (uint32_t j = i + 1; j < x.width && j < MOST_CELLS; j++)
        if (is_number(&x, i) && is_number(&x, j) && hd_sort_same(hd_cell_sort(g->cells, i), hd_cell_sort(g->cells, j)))
          relate_cells(&x, cut, i, j, sink);
  for (uint32_t i = 0; i < g->cuts.len; i++) free(x.at[i].rows);
  free(x.at);
  if (small) hd_program_free(small);
}
