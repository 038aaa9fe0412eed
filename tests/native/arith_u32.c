/* unsigned int wraps around. */
#include "native.h"

static unsigned values[] = {0, 1, 2, 7, 65535, 65536, 2147483647u, 2147483648u, 4294967290u, 4294967295u};

int main(void)
{
  for (int i = 0; i < 10; i++) {
    unsigned a = values[i];
    for (int k = 1; k < 10; k += 2) {
      unsigned b = values[k];
      SEE(a + b);
      SEE(a - b);
      SEE(a * b);
      SEE(a / b);
      SEE(a % b);
    }
    SEE(-a);
    SEE(~a);
  }
  DONE(0x7b94138fu);
  return 0;
}
