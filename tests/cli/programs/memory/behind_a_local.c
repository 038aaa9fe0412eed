int main(int argc, char **argv)
{
  int a[3] = {1, 2, 3}, sum = 0;
  (void)argv;
  for (int i = 0; i < argc; i++) sum += a[i];
  return sum;
}
