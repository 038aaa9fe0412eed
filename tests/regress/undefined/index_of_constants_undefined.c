// property: def-behavior
// expect: unsafe
int matrix[2][3];

int main(void)
{
  matrix[0][3] = 1;
  return 0;
}
