/* main.c - the heddle command. */
#include <stdio.h>

int main(void)
{
  return 0;
}
