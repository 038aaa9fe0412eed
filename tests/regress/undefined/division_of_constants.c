// property: def-behavior
// expect: unsafe
// engines: auto explicit
// clang folds what it is given and keeps no division; that it is undefined must stay.
int main(int argc, char **argv)
{
  (void)argv;
  int x = 1;
  if (argc > 2) x = 1 / 0;
  return x;
}
