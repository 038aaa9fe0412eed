/* What a void pointer leads to is not known. */
int visit(void *object)
{
  return object != 0;
}
