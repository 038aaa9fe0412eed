// property: unreach-call no-data-race valid-memsafety
// expect: safe
// Every function of known_effectless.c, called with texts and streams of the program: none of these changes.
#define _GNU_SOURCE
#include <assert.h>
#include <fcntl.h>
#include <locale.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

char one[] = "/no/where", two[] = "r";

static void numbers(double x, float y)
{
  acos(x), acosf(y);
  asin(x), asinf(y);
  atan(x), atanf(y);
  atan2(x, x), atan2f(y, y);
  cos(x), cosf(y);
  sin(x), sinf(y);
  tan(x), tanf(y);
  acosh(x), acoshf(y);
  asinh(x), asinhf(y);
  atanh(x), atanhf(y);
  cosh(x), coshf(y);
  sinh(x), sinhf(y);
  tanh(x), tanhf(y);
  exp(x), expf(y);
  exp2(x), exp2f(y);
  expm1(x), expm1f(y);
  log(x), logf(y);
  log10(x), log10f(y);
  log1p(x), log1pf(y);
  log2(x), log2f(y);
  cbrt(x), cbrtf(y);
  hypot(x, x), hypotf(y, y);
  pow(x, x), powf(y, y);
  sqrt(x), sqrtf(y);
  fmod(x, x), fmodf(y, y);
  remainder(x, x), remainderf(y, y);
}

static void streams(void)
{
  FILE *stream = fopen(one, two);
  fdopen(-1, two);
  stream = tmpfile();
  if (!stream) return;
  ungetc(*one, stream);
  fseek(stream, 0, SEEK_SET);
  ftell(stream);
  rewind(stream);
  clearerr(stream);
  feof(stream);
  ferror(stream);
  fflush(stream);
  fileno(stream);
  fclose(stream);
  stream = popen(two, two);
  if (stream) pclose(stream);
}

static void files(void)
{
  setlocale(LC_ALL, one);
  remove(one);
  rename(one, two);
  system(two);
  difftime(1, 2);
  access(one, R_OK);
  chdir(one);
  close(-1);
  dup(-1);
  dup2(-1, -1);
  fsync(-1);
  ftruncate(-1, 0);
  getegid();
  geteuid();
  getgid();
  getppid();
  getuid();
  isatty(-1);
  listen(-1, 1);
  lseek(-1, 0, SEEK_SET);
  mkdir(one, 0);
  open(one, O_RDONLY);
  rmdir(one);
  shutdown(-1, SHUT_RD);
  socket(-1, -1, -1);
  umask(022);
  unlink(one);
}

int main(void)
{
  numbers(0.5, 0.25f);
  streams();
  files();
  assert(strcmp(one, "/no/where") == 0 && strcmp(two, "r") == 0);
  return 0;
}
