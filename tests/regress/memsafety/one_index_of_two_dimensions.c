// property: valid-memsafety
// expect: safe
// engines: explicit bmc
// The last element of both diagonals of rows that are structures lies inside.
struct row {
  int cell[3];
  int done;
} row[3];

int main(void)
{
  for (int i = 0; i < 3; i++) {
    row[i].cell[i] = 1;
    row[i].cell[2 - i] = 2;
  }
  return 0;
}
