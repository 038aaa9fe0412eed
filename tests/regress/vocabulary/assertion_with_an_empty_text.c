// property: unreach-call
// expect: unsafe
extern void __assert_fail(const char *text, const char *file, unsigned line, const char *function);

int main(void)
{
  __assert_fail("", "", 1, "");
}
