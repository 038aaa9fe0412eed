/* The other half of two_files_a.c. */
int shared = 41;

int add_one(int x)
{
  return x + 1;
}
