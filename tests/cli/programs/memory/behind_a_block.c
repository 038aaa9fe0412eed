#include <stdlib.h>
int main(void)
{
  int n = 4, *a = malloc(n * sizeof *a);
  if (!a) return 1;
  for (int i = 0; i <= n; i++) a[i] = i;
  free(a);
  return 0;
}
