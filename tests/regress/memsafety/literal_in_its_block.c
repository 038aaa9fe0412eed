// property: valid-memsafety
// expect: safe
// The twin of literal_after_its_block: in its block, and in blocks within, a literal is alive, also when the block runs again.
struct pair {
  int a, b;
};

static int sum(const struct pair *p)
{
  return p->a + p->b;
}

int main(void)
{
  int total = 0;
  struct pair *last = &(struct pair){0, 0};
  for (int i = 0; i < 2; i++) {
    struct pair *p = &(struct pair){i, 2};
    {
      total += sum(p) + sum(&(struct pair){total, p->b});
    }
    last->a += p->a;
  }
  return total + last->a;
}
