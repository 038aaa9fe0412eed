// property: unreach-call
// expect: unsafe
// As task files write it: the body does not matter.
extern void abort(void);
void reach_error(void)
{
  abort();
}
extern _Bool __VERIFIER_nondet_bool(void);

int main(void)
{
  if (__VERIFIER_nondet_bool()) reach_error();
  return 0;
}
