// property: valid-memsafety
// expect: unsafe
// A compound literal ends with the block that it stands in.
struct pair {
  int a, b;
};

int main(void)
{
  struct pair *p;
  {
    p = &(struct pair){1, 2};
  }
  return p->b;
}
