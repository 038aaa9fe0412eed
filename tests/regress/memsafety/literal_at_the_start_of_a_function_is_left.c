// property: valid-memsafety
// expect: unsafe
// The literal of the condition ends with the statement.
static const int *kept;

static int keep(const int *a)
{
  kept = a;
  return a[0];
}

int main(void)
{
  {
    keep((int[]){1, 2, 3});
  }
  return kept[0];
}
