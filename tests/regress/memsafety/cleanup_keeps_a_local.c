// property: valid-memsafety
// expect: unsafe
static int *kept;

static void keep(int *x)
{
  kept = x;
}

int main(void)
{
  {
    __attribute__((cleanup(keep))) int x = 5;
  }
  return *kept;
}
