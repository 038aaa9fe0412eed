/* goto: a machine of states, jumps out of nested loops. */
#include "native.h"

static const char input[] = "ab12 c3!";

int main(void)
{
  int letters = 0, digits = 0, i = 0;
start:
  if (!input[i]) goto end;
  if (input[i] >= 'a' && input[i] <= 'z') goto letter;
  if (input[i] >= '0' && input[i] <= '9') goto digit;
  i++;
  goto start;
letter:
  letters++;
  i++;
  goto start;
digit:
  digits = digits * 10 + (input[i++] - '0');
  goto start;
end:
  SEE(letters);
  SEE(digits);
  int a, b = 0;
  for (a = 1; a < 10; a++)
    for (b = 1; b < 10; b++)
      if (a * b == 42) goto found;
found:
  SEE(a * 10 + b);
  DONE(0xdc8fca08u);
  return 0;
}
