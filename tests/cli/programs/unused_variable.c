int main(void)
{
  int unused;
  return 0;
}
