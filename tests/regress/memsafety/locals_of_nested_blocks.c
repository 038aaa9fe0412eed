// property: valid-memsafety
// expect: safe
// Each is used only inside its block.
int f(int *q)
{
  *q += 1;
  return *q;
}

int main(void)
{
  int r = 0;
  for (int i = 0; i < 2; i++) {
    int a[2] = {i, i};
    if (i) {
      int b = 5;
      int *p = &b;
      r += f(p);
    }
    int *z = a;
    r += f(&z[1]);
    switch (r) {
    case 0: {
      int c = 1;
      r += f(&c);
    } break;
    default:
      r++;
    }
  }
  return r;
}
