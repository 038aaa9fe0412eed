/* known_effectless.c - library functions that change no memory of the program: all that they do shows in their result.
 *
 * Each row names the clause that says so: of C17 (ISO/IEC 9899:2018), or the page of POSIX.1-2017. Texts that a
 * function is given are read. Nothing is written but errno. The result is any value of its type, a pointer NULL or one
 * to memory outside; a violation that rests on it says so (report/missing_bodies.h), since the function may never
 * return that.
 *
 * A function that writes through an argument, keeps one, or calls one has no place here. */
#include "frontend/c/known.h"

/* Bits of the arguments that are texts. */
enum { TEXT_0 = 1, TEXT_1 = 2 };

/* A failure, NULL or -1 where the result is a pointer or an int, sets errno; so may a success, though never to 0. */
static void set_errno(hd_cursor *c, LLVMTypeRef type, hd_term result)
{
  hd_terms *T = hd_known_terms(c);
  if (!hd_known_uses(c, "__errno_location") || hd_cursor_dead(c)) return;
  LLVMTypeKind kind = LLVMGetTypeKind(type);
  hd_term any = hd_cursor_temp(c, "errno", HD_BV(31), HD_NO_TERM);
  hd_term number = hd_known_bits(c, hd_term_3(T, HD_OP_ITE, hd_term_eq_bv(T, any, 0), hd_term_bv(T, 31, 1), any), 32);
  hd_term sets = hd_cursor_temp(c, "sets errno", HD_BOOL, HD_NO_TERM);
  if (kind == LLVMPointerTypeKind) sets = hd_term_2(T, HD_OP_OR, sets, hd_term_eq_bv(T, result, 0));
  if (kind == LLVMIntegerTypeKind)
    sets = hd_term_2(T, HD_OP_OR, sets, hd_term_eq_bv(T, result, hd_mask(hd_known_width(c, type))));
  hd_term before = hd_cursor_load(c, hd_known_errno(c), 32, HD_ACCESS_SYNC);
  hd_cursor_store(c, hd_known_errno(c), hd_term_3(T, HD_OP_ITE, sets, number, before), HD_ACCESS_SYNC);
}

static HD_HANDLER(no_effect)
{
  for (unsigned i = 0; i < 2 && i < n_args; i++)
    if (row->data >> i & 1 && hd_known_is_address(c, args[i])) hd_known_read_text(c, args[i]);
  if (hd_cursor_dead(c)) return HD_NO_TERM;
  LLVMTypeRef type = LLVMTypeOf(call);
  bool used = LLVMGetFirstUse(call);
  if (used) hd_cursor_note_result(c, row->name);
  hd_term result = used ? hd_lower_any_result(c, type) : hd_known_zero(c, row, call, args, n_args);
  set_errno(c, used ? type : LLVMVoidTypeInContext(LLVMGetTypeContext(type)), result);
  return result;
}

#define ROW(function, texts, where)                                       \
  {                                                                       \
    .name = function, .handle = no_effect, .data = texts, .clause = where \
  }
/* The functions of mathematics come for double and float. */
#define MATHS(function, where) ROW(function, 0, where), ROW(function "f", 0, where)

const hd_known hd_known_effectless[] = {MATHS("acos", "7.12.4.1"),
                                        MATHS("asin", "7.12.4.2"),
                                        MATHS("atan", "7.12.4.3"),
                                        MATHS("atan2", "7.12.4.4"),
                                        MATHS("cos", "7.12.4.5"),
                                        MATHS("sin", "7.12.4.6"),
                                        MATHS("tan", "7.12.4.7"),
                                        MATHS("acosh", "7.12.5.1"),
                                        MATHS("asinh", "7.12.5.2"),
                                        MATHS("atanh", "7.12.5.3"),
                                        MATHS("cosh", "7.12.5.4"),
                                        MATHS("sinh", "7.12.5.5"),
                                        MATHS("tanh", "7.12.5.6"),
                                        MATHS("exp", "7.12.6.1"),
                                        MATHS("exp2", "7.12.6.2"),
                                        MATHS("expm1", "7.12.6.3"),
                                        MATHS("log", "7.12.6.7"),
                                        MATHS("log10", "7.12.6.8"),
                                        MATHS("log1p", "7.12.6.9"),
                                        MATHS("log2", "7.12.6.10"),
                                        MATHS("cbrt", "7.12.7.1"),
                                        MATHS("hypot", "7.12.7.3"),
                                        MATHS("pow", "7.12.7.4"),
                                        MATHS("sqrt", "7.12.7.5"),
                                        MATHS("fmod", "7.12.10.1"),
                                        MATHS("remainder", "7.12.10.2"),
                                        ROW("setlocale", TEXT_1, "7.11.1.1"),
                                        ROW("remove", TEXT_0, "7.21.4.1"),
                                        ROW("rename", TEXT_0 | TEXT_1, "7.21.4.2"),
                                        ROW("tmpfile", 0, "7.21.4.3"),
                                        ROW("fclose", 0, "7.21.5.1"),
                                        ROW("fflush", 0, "7.21.5.2"),
                                        ROW("fopen", TEXT_0 | TEXT_1, "7.21.5.3"),
                                        ROW("ungetc", 0, "7.21.7.10"),
                                        ROW("fseek", 0, "7.21.9.2"),
                                        ROW("ftell", 0, "7.21.9.4"),
                                        ROW("rewind", 0, "7.21.9.5"),
                                        ROW("clearerr", 0, "7.21.10.1"),
                                        ROW("feof", 0, "7.21.10.2"),
                                        ROW("ferror", 0, "7.21.10.3"),
                                        ROW("system", TEXT_0, "7.22.4.8"),
                                        ROW("difftime", 0, "7.27.2.2"),
                                        ROW("access", TEXT_0, "POSIX access()"),
                                        ROW("chdir", TEXT_0, "POSIX chdir()"),
                                        ROW("close", 0, "POSIX close()"),
                                        ROW("dup", 0, "POSIX dup()"),
                                        ROW("dup2", 0, "POSIX dup()"),
                                        ROW("fdopen", TEXT_1, "POSIX fdopen()"),
                                        ROW("fileno", 0, "POSIX fileno()"),
                                        ROW("fsync", 0, "POSIX fsync()"),
                                        ROW("ftruncate", 0, "POSIX ftruncate()"),
                                        ROW("getegid", 0, "POSIX getegid()"),
                                        ROW("geteuid", 0, "POSIX geteuid()"),
                                        ROW("getgid", 0, "POSIX getgid()"),
                                        ROW("getppid", 0, "POSIX getppid()"),
                                        ROW("getuid", 0, "POSIX getuid()"),
                                        ROW("isatty", 0, "POSIX isatty()"),
                                        ROW("listen", 0, "POSIX listen()"),
                                        ROW("lseek", 0, "POSIX lseek()"),
                                        ROW("mkdir", TEXT_0, "POSIX mkdir()"),
                                        ROW("open", TEXT_0, "POSIX open()"),
                                        ROW("pclose", 0, "POSIX pclose()"),
                                        ROW("popen", TEXT_0 | TEXT_1, "POSIX popen()"),
                                        ROW("rmdir", TEXT_0, "POSIX rmdir()"),
                                        ROW("shutdown", 0, "POSIX shutdown()"),
                                        ROW("socket", 0, "POSIX socket()"),
                                        ROW("umask", 0, "POSIX umask()"),
                                        ROW("unlink", TEXT_0, "POSIX unlink()"),
                                        {0}};
