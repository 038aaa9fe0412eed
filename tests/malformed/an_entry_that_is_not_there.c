/* There is no function of the name that --entry has. */
int somebody(int n)
{
  return n;
}
