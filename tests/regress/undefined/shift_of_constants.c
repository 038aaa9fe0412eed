// property: def-behavior
// expect: unsafe
// engines: auto explicit
// The shift is too far in the second operand of a conjunction.
int main(int argc, char **argv)
{
  (void)argv;
  return argc > 2 && 1 << 40;
}
