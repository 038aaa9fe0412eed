// property: def-behavior
// expect: safe
// engines: explicit
// A fraction that is converted to an integer fits, or it is undefined.
int main(void)
{
  volatile double number = 255.9;
#ifdef UNDEFINED
  number += 1;
#endif
  return (unsigned char)number;
}
