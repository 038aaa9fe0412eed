/* The program does not need this member of the archive, which would be a second main. */
int main(void)
{
  return 1;
}
