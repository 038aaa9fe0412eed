/* layout.c - chooses widths and packs locals that are never alive together into the same bits. */
#include "engine/explicit/layout.h"

/* --- widths ---------------------------------------------------------------------------------- */

static unsigned bits_of(uint64_t value)
{
  return value ? 64 - (unsigned)__builtin_clzll(value) : 1;
}

static unsigned signed_bits_of(uint64_t value, unsigned var_width)
{
  int64_t x = hd_signed(value, var_width);
  return bits_of((uint64_t)(x < 0 ? ~x : x)) + 1;
}

bool hd_width_fits(hd_width w, unsigned var_width, uint64_t value)
{
  if (w.width >= var_width) return true;
  return (w.is_signed ? signed_bits_of(value, var_width) : bits_of(value)) <= w.width;
}

/* A value close to zero from below asks for signed bits; otherwise some room to grow. */
void hd_width_admit(hd_width *w, unsigned var_width, uint64_t value)
{
  static const uint8_t steps[] = {1, 2, 4, 8, 16, 32, 64};
  unsigned plain = bits_of(value), with_sign = signed_bits_of(value, var_width);
  unsigned now = w->is_signed || w->width == 0 ? w->width : w->width + 1u;
  if (!w->is_signed && plain > w->width && with_sign < plain && now < var_width) {
    w->is_signed = true;
    w->width = (uint8_t)now;
  }
  unsigned wanted = w->is_signed ? with_sign : plain;
  if (wanted < w->width) wanted = w->width;
  unsigned step = 0;
  while (step + 1 < HD_COUNT(steps) && steps[step] < wanted) step++;
  w->width = steps[step] < var_width ? steps[step] : (uint8_t)var_width;
  if (w->width == var_width) w->is_signed = false;
}

/* --- guesses --------------------------------------------------------------------------------- */

/* How many bits a term's value needs if nothing grows; only ever a guess. */
static unsigned guess_term(const hd_program *p, const hd_width *w, hd_term t, unsigned depth)
{
  uint64_t value;
  hd_sort sort = hd_term_sort(p->terms, t);
  if (sort.kind == HD_SORT_BOOL) return 1;
  if (hd_term_is_const(p->terms, t, &value)) return hd_signed(value, sort.width) < 0 ? 1 : bits_of(value);
  hd_op op = hd_term_op(p->terms, t);
  if (op == HD_OP_VAR) return w[hd_term_symbol(p->terms, t)].width;
  if (op == HD_OP_SELECT) return depth ? guess_term(p, w, hd_term_arg(p->terms, t, 0), depth - 1) : 4;
  unsigned most = 1;
  for (unsigned i = op == HD_OP_ITE; depth && i < hd_term_arity(p->terms, t); i++) {
    unsigned n = guess_term(p, w, hd_term_arg(p->terms, t, i), depth - 1);
    if (n > most) most = n;
  }
  return most < sort.width ? most : sort.width;
}

static unsigned input_guess(const hd_var_info *v)
{
  return v->sort.width <= 8 ? v->sort.width : 8;
}

static bool guess_edge(const hd_program *p, hd_width *w, const hd_edge_info *e)
{
  bool more = false;
  for (uint32_t i = 0; i < e->n_assigns; i++) {
    const hd_assign *a = &e->assigns[i];
    const hd_var_info *v = hd_var_get(p, a->var);
    unsigned n = hd_term_is(a->value) ? guess_term(p, w, a->value, 6) : input_guess(v);
    if (n > v->sort.width) n = v->sort.width;
    if (n <= w[a->var.id].width) continue;
    w[a->var.id].width = (uint8_t)n;
    more = true;
  }
  return more;
}

hd_width *hd_widths_new(const hd_program *p)
{
  hd_width *w = hd_alloc(p->vars.len, sizeof *w);
  for (uint32_t v = 0; v < p->vars.len; v++) {
    const hd_var_info *info = &p->vars.data[v];
    w[v].width = info->any ? (uint8_t)input_guess(info) : 1;
    for (uint32_t i = 0; !info->any && info->init && i < hd_var_elements(info); i++)
      if (!hd_width_fits(w[v], info->sort.width, info->init[i])) hd_width_admit(&w[v], info->sort.width, info->init[i]);
  }
  for (unsigned round = 0; round < 8; round++) {
    bool more = false;
    for (uint32_t e = 0; e < p->edges.len; e++) more |= guess_edge(p, w, &p->edges.data[e]);
    if (!more) break;
  }
  return w;
}

/* --- program counters ------------------------------------------------------------------------ */

static uint32_t add_pc(hd_thread_plan *t, hd_loc l)
{
  t->locs = hd_realloc(t->locs, (size_t)t->n_pcs + 1, sizeof *t->locs);
  t->locs[t->n_pcs] = l;
  return t->n_pcs++;
}

static void number_locs(hd_xlayout *l)
{
  const hd_program *p = l->p;
  l->pc = hd_alloc(p->locs.len, sizeof *l->pc);
  for (uint32_t t = 0; t < p->threads.len; t++) {
    l->threads[t].finished = l->threads[t].stopped = HD_PC_NONE;
    hd_loc entry = p->threads.data[t].entry;
    if (hd_loc_get(p, entry)->kind == HD_LOC_NORMAL) add_pc(&l->threads[t], entry);
  }
  for (uint32_t i = 0; i < p->locs.len; i++) {
    const hd_loc_info *loc = &p->locs.data[i];
    hd_thread_plan *t = &l->threads[loc->thread.id];
    uint32_t *end = loc->kind == HD_LOC_END ? &t->finished : &t->stopped;
    l->pc[i] = HD_PC_NONE;
    if (loc->kind == HD_LOC_NORMAL && p->threads.data[loc->thread.id].entry.id == i)
      l->pc[i] = 0;
    else if (loc->kind == HD_LOC_NORMAL && l->cuts->cut[i])
      l->pc[i] = add_pc(t, (hd_loc){i});
    else if (loc->kind != HD_LOC_NORMAL) {
      if (*end == HD_PC_NONE) *end = add_pc(t, loc->kind == HD_LOC_END ? (hd_loc){i} : HD_NO_LOC);
      l->pc[i] = *end;
    }
  }
}

/* --- locals: which need bits, and which share them ------------------------------------------- */

/* Is the local live at some place where the instance can stand between steps? */
static bool crosses(const hd_xlayout *l, uint32_t v)
{
  const hd_thread_plan *t = &l->threads[l->p->vars.data[v].thread.id];
  for (uint32_t i = 0; i < t->n_pcs; i++)
    if (t->locs[i].id != HD_NONE && hd_is_live(l->liveness, t->locs[i], (hd_var){v})) return true;
  return false;
}

static bool live_together(const hd_xlayout *l, uint32_t a, uint32_t b)
{
  const hd_program *p = l->p;
  for (uint32_t i = 0; i < p->locs.len; i++)
    if (p->locs.data[i].thread.id == p->vars.data[a].thread.id && hd_is_live(l->liveness, (hd_loc){i}, (hd_var){a}) &&
        hd_is_live(l->liveness, (hd_loc){i}, (hd_var){b}))
      return true;
  return false;
}

static uint32_t new_slot(hd_thread_plan *t, uint8_t width, uint32_t count)
{
  uint32_t n = t->n_slots++;
  t->slots = hd_realloc(t->slots, t->n_slots, sizeof *t->slots);
  t->counts = hd_realloc(t->counts, t->n_slots, sizeof *t->counts);
  t->slots[n] = (hd_field){.width = width};
  t->counts[n] = count;
  return n;
}

/* The first slot whose owners so far are never live when v is. */
static uint32_t find_slot(hd_xlayout *l, hd_thread_plan *t, uint32_t v)
{
  enum { TRIED = 12 };
  uint32_t tried = 0;
  for (uint32_t s = 0; s < t->n_slots && tried < TRIED; s++) {
    bool free_here = !t->counts[s] && t->slots[s].width >= l->widths[v].width;
    if (free_here) tried++;
    for (uint32_t i = 0; i < t->scalars.len && free_here; i++)
      free_here = l->slot[t->scalars.data[i]] != s || !live_together(l, v, t->scalars.data[i]);
    if (free_here) return s;
  }
  return new_slot(t, l->widths[v].width, 0);
}

/* Arrays' elements do not straddle words: their width is a power of two. */
static uint8_t element_width(uint8_t width)
{
  uint8_t n = 1;
  while (n < width) n = (uint8_t)(n * 2);
  return n;
}

typedef struct {
  uint32_t var, width;
} sized;

static int wider_first(const void *a, const void *b)
{
  const sized *x = a, *y = b;
  if (x->width != y->width) return x->width > y->width ? -1 : 1;
  return x->var < y->var ? -1 : x->var > y->var;
}

/* A local whose value may be open needs a bit for that, unless only its initial value is and
 * that does not matter. */
static void place_open(hd_xlayout *l, hd_thread_plan *t, uint32_t v)
{
  const hd_var_info *info = &l->p->vars.data[v];
  l->open_slot[v] = HD_NONE;
  if (l->kind[v] == HD_PLACE_FIELD && l->is_open[v]) l->open_slot[v] = new_slot(t, 1, info->count);
}

/* Never changes from its initial value: no bits at all. */
static bool is_constant(const hd_xlayout *l, uint32_t v)
{
  return !l->written[v] && !l->p->vars.data[v].any;
}

static void place_locals(hd_xlayout *l, uint32_t thread)
{
  const hd_program *p = l->p;
  hd_thread_plan *t = &l->threads[thread];
  HD_VEC(sized) scalars = {0};
  for (uint32_t v = 0; v < p->vars.len; v++) {
    const hd_var_info *info = &p->vars.data[v];
    if (info->thread.id != thread) continue;
    if (p->threads.data[thread].self.id == v) {
      l->kind[v] = HD_PLACE_SELF;
    } else if (is_constant(l, v)) {
      l->kind[v] = HD_PLACE_CONSTANT;
    } else if (info->count) {
      l->kind[v] = HD_PLACE_FIELD;
      l->slot[v] = new_slot(t, element_width(l->widths[v].width), info->count);
    } else if (crosses(l, v)) {
      l->kind[v] = HD_PLACE_FIELD;
      hd_vec_push(&scalars, (sized){v, l->widths[v].width});
    } else if (l->copies && l->is_open[v]) {
      l->kind[v] = HD_PLACE_FIELD; /* bits of its own: it is live where slots are not looked at */
      l->slot[v] = new_slot(t, l->widths[v].width, 0);
      hd_vec_push(&t->scalars, v);
    } else {
      l->kind[v] = HD_PLACE_REGISTER;
      l->slot[v] = t->n_registers++;
    }
  }
  if (scalars.len) qsort(scalars.data, scalars.len, sizeof *scalars.data, wider_first);
  for (uint32_t i = 0; i < scalars.len; i++) {
    l->slot[scalars.data[i].var] = find_slot(l, t, scalars.data[i].var);
    hd_vec_push(&t->scalars, scalars.data[i].var);
  }
  for (uint32_t v = 0; v < p->vars.len; v++)
    if (p->vars.data[v].thread.id == thread) place_open(l, t, v);
  hd_vec_clear(&scalars);
}

/* --- packing --------------------------------------------------------------------------------- */

/* Words that still have room: bits used, by word. */
typedef struct {
  HD_VEC(uint8_t) used;
  uint64_t bits;
} packing;

static uint32_t round_up(uint32_t x, uint32_t to)
{
  return (x + to - 1) / to * to;
}

/* The first of the latest words with room for so many bits; a new one if need be. */
static uint32_t word_for(packing *k, uint32_t bits, uint32_t align)
{
  uint32_t first = k->used.len > 16 ? k->used.len - 16 : 0;
  for (uint32_t w = first; w < k->used.len; w++)
    if (round_up(k->used.data[w], align) + bits <= 64) return w;
  hd_vec_push(&k->used, 0);
  return k->used.len - 1;
}

static void put_at(packing *k, uint32_t word, hd_field *f, uint32_t bits, uint32_t align)
{
  uint32_t shift = round_up(k->used.data[word], align);
  f->word = word;
  f->shift = (uint8_t)shift;
  k->used.data[word] = (uint8_t)(shift + bits);
  k->bits += bits;
}

static void put_field(packing *k, hd_field *f, uint32_t count)
{
  uint64_t bits = (uint64_t)f->width * (count ? count : 1);
  uint32_t align = count ? f->width : 1;
  if (bits <= 64) {
    put_at(k, word_for(k, (uint32_t)bits, align), f, (uint32_t)bits, align);
    return;
  }
  f->word = k->used.len;
  f->shift = 0;
  for (uint64_t left = bits; left; left -= left < 64 ? left : 64)
    hd_vec_push(&k->used, (uint8_t)(left < 64 ? left : 64));
  k->bits += bits;
}

static uint64_t bits_of_instance(const hd_thread_plan *t, uint32_t pc_width)
{
  uint64_t bits = pc_width;
  for (uint32_t s = 0; s < t->n_slots; s++)
    bits += (uint64_t)t->slots[s].width * (t->counts[s] ? t->counts[s] : 1) + (t->counts[s] ? t->slots[s].width : 0);
  return bits;
}

/* An instance's fields stay together, in one word if they fit. */
static void pack_instance(hd_xlayout *l, packing *k, hd_instance *who)
{
  const hd_thread_plan *t = &l->threads[who->thread.id];
  who->pc = (hd_field){.width = (uint8_t)bits_of(t->n_pcs > 1 ? t->n_pcs - 1 : 1)};
  who->slots = hd_alloc(t->n_slots, sizeof *who->slots);
  uint64_t bits = bits_of_instance(t, who->pc.width);
  if (bits > 64) hd_vec_push(&k->used, 0);
  uint32_t word = bits > 64 ? k->used.len - 1 : word_for(k, (uint32_t)bits, 1);
  put_at(k, word, &who->pc, who->pc.width, 1);
  for (uint32_t s = 0; s < t->n_slots; s++) {
    who->slots[s] = t->slots[s];
    uint32_t size = t->slots[s].width;
    if (bits <= 64)
      put_at(k, word, &who->slots[s], size * (t->counts[s] ? t->counts[s] : 1), t->counts[s] ? size : 1);
    else
      put_field(k, &who->slots[s], t->counts[s]);
  }
}

static void pack_shared(hd_xlayout *l, packing *k)
{
  const hd_program *p = l->p;
  HD_VEC(sized) order = {0};
  for (uint32_t v = 0; v < p->vars.len; v++) {
    const hd_var_info *info = &p->vars.data[v];
    if (info->thread.id != HD_NONE) continue;
    l->kind[v] = is_constant(l, v) ? HD_PLACE_CONSTANT : HD_PLACE_FIELD;
    if (is_constant(l, v)) continue;
    uint8_t width = info->count ? element_width(l->widths[v].width) : l->widths[v].width;
    l->shared[v] = (hd_field){.width = width, .is_signed = l->widths[v].is_signed};
    uint64_t bits = (uint64_t)width * hd_var_elements(info);
    hd_vec_push(&order, (sized){v, bits > 64 ? 65 : (uint32_t)bits});
  }
  if (order.len) qsort(order.data, order.len, sizeof *order.data, wider_first);
  for (uint32_t i = 0; i < order.len; i++) {
    uint32_t v = order.data[i].var;
    put_field(k, &l->shared[v], p->vars.data[v].count);
    l->open[v].width = l->is_open[v] ? 1 : 0;
    if (l->is_open[v]) put_field(k, &l->open[v], p->vars.data[v].count);
  }
  hd_vec_clear(&order);
}

static void pack(hd_xlayout *l)
{
  packing k = {0};
  for (uint32_t i = 0; i < l->n_instances; i++) pack_instance(l, &k, &l->instances[i]);
  pack_shared(l, &k);
  if (l->contexts != HD_NONE) {
    l->last.width = (uint8_t)bits_of(l->n_instances);
    l->left.width = (uint8_t)bits_of(l->contexts);
    put_field(&k, &l->last, 0);
    put_field(&k, &l->left, 0);
  }
  l->n_words = k.used.len ? k.used.len : 1;
  l->bits = k.bits;
  hd_vec_clear(&k.used);
}

/* --- the whole ------------------------------------------------------------------------------- */

hd_xlayout *hd_layout_new(const hd_layout_input *in)
{
  hd_program *p = in->p;
  hd_xlayout *l = hd_alloc(1, sizeof *l);
  *l = (hd_xlayout){.p = p, .cuts = in->cuts, .liveness = in->liveness, .widths = in->widths};
  l->written = in->written;
  l->is_open = in->is_open;
  l->copies = in->copies;
  l->contexts = in->contexts;
  l->threads = hd_alloc(p->threads.len, sizeof *l->threads);
  l->kind = hd_alloc(p->vars.len, sizeof *l->kind);
  l->slot = hd_alloc(p->vars.len, sizeof *l->slot);
  l->shared = hd_alloc(p->vars.len, sizeof *l->shared);
  l->open = hd_alloc(p->vars.len, sizeof *l->open);
  l->open_slot = hd_alloc(p->vars.len, sizeof *l->open_slot);
  number_locs(l);
  for (uint32_t t = 0; t < p->threads.len; t++) {
    place_locals(l, t);
    l->n_instances += p->threads.data[t].instances;
  }
  l->instances = hd_alloc(l->n_instances, sizeof *l->instances);
  for (uint32_t t = 0, n = 0; t < p->threads.len; t++)
    for (uint32_t i = 0; i < p->threads.data[t].instances; i++, n++)
      l->instances[n] = (hd_instance){.thread = {t}, .number = i};
  pack(l);
  return l;
}

void hd_layout_free(hd_xlayout *l)
{
  if (!l) return;
  for (uint32_t t = 0; t < l->p->threads.len; t++) {
    free(l->threads[t].locs);
    free(l->threads[t].slots);
    free(l->threads[t].counts);
    hd_vec_clear(&l->threads[t].scalars);
  }
  for (uint32_t i = 0; i < l->n_instances; i++) free(l->instances[i].slots);
  free(l->instances);
  free(l->threads);
  free(l->pc);
  free(l->kind);
  free(l->slot);
  free(l->shared);
  free(l->open);
  free(l->open_slot);
  free(l);
}

hd_field hd_layout_field(const hd_xlayout *l, const hd_instance *who, hd_var v)
{
  HD_CHECK(l->kind[v.id] == HD_PLACE_FIELD);
  if (l->p->vars.data[v.id].thread.id == HD_NONE) return l->shared[v.id];
  hd_field f = who->slots[l->slot[v.id]];
  if (!l->p->vars.data[v.id].count) f.width = l->widths[v.id].width;
  f.is_signed = l->widths[v.id].is_signed;
  return f;
}

bool hd_layout_open(const hd_xlayout *l, const hd_instance *who, hd_var v, hd_field *f)
{
  bool is_shared = l->p->vars.data[v.id].thread.id == HD_NONE;
  if (is_shared ? !l->open[v.id].width : l->open_slot[v.id] == HD_NONE) return false;
  *f = is_shared ? l->open[v.id] : who->slots[l->open_slot[v.id]];
  return true;
}

uint64_t hd_field_get(const uint64_t *words, hd_field f, unsigned var_width)
{
  uint64_t x = words[f.word] >> f.shift & hd_mask(f.width);
  return f.is_signed ? (uint64_t)hd_signed(x, f.width) & hd_mask(var_width) : x;
}

void hd_field_set(uint64_t *words, hd_field f, uint64_t value)
{
  words[f.word] = (words[f.word] & ~hd_field_mask(f)) | (value & hd_mask(f.width)) << f.shift;
}

static void set_initial(const hd_xlayout *l, const hd_instance *who, uint64_t *words, hd_var v)
{
  const hd_var_info *info = hd_var_get(l->p, v);
  hd_field f = hd_layout_field(l, who, v);
  bool is_open = info->any && hd_layout_open(l, who, v, &f);
  for (uint32_t i = 0; (is_open || !info->any) && i < hd_var_elements(info); i++)
    hd_field_set(words, info->count ? hd_field_element(f, i) : f, is_open ? 1 : hd_var_init(l->p, v, i));
}

void hd_layout_initial(const hd_xlayout *l, uint64_t *words)
{
  const hd_program *p = l->p;
  memset(words, 0, l->n_words * sizeof *words);
  if (l->left.width) hd_field_set(words, l->left, l->contexts);
  for (uint32_t i = 0; i < l->n_instances; i++) {
    const hd_instance *who = &l->instances[i];
    hd_loc entry = hd_thread_get(p, who->thread)->entry;
    hd_field_set(words, who->pc, l->pc[entry.id]);
    for (uint32_t v = 0; v < p->vars.len; v++)
      if (p->vars.data[v].thread.id == who->thread.id && l->kind[v] == HD_PLACE_FIELD &&
          hd_is_live(l->liveness, entry, (hd_var){v}))
        set_initial(l, who, words, (hd_var){v});
  }
  for (uint32_t v = 0; v < p->vars.len; v++)
    if (p->vars.data[v].thread.id == HD_NONE && l->kind[v] == HD_PLACE_FIELD) set_initial(l, NULL, words, (hd_var){v});
}
