/* Transfers between the accounts of a record keep the sum. */
#include "common.h"
struct bank { int a, b; unsigned transfers; } bank = {100, 0, 0};
int main(void)
{
  while (INPUT()) {
    int x = between(0, 100);
    if (bank.a >= x) { bank.a -= x; bank.b += x FEE; }
    else if (bank.b >= x) { bank.b -= x; bank.a += x; }
    bank.transfers++;
    assert(bank.a + bank.b == 100);
    assert(bank.a >= 0 && bank.b >= 0);
  }
}
