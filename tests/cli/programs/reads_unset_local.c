/* The counterexample needs a value of an uninitialized variable that the compiled program does not have. */
void reach_error(void);

int main(void)
{
  int x;
  if (x == 5) reach_error();
  return 0;
}
