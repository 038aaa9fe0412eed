// property: valid-memsafety
// expect: safe
// The compiler puts `found` where the result is; the other return writes there when `found` is not in scope.
struct pair {
  int first, second;
};

static const struct pair none = {-1, -1};
static int missing;

static struct pair look_up(void)
{
  int key = 1;
  int *at = &key;
  if (missing) return none;
  {
    struct pair found;
    found.first = *at;
    found.second = 2;
    return found;
  }
}

int main(void)
{
  missing = 1;
  struct pair p = look_up();
  missing = 0;
  struct pair q = look_up();
  return p.first + q.second == 1 ? 0 : 1;
}
