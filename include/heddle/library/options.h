/* options.h - getopt and getopt_long, as GNU has them: options may stand behind other arguments, which move to the end.
 *
 * Between calls, what stands at optind and is no option is `heddle_others` arguments long; behind them comes what was
 * not looked at yet. What they print is left out. */
#pragma once
#include <getopt.h>
#include <stddef.h>

void __heddle_unsupported(const char *what);

char *optarg;
int optind = 1, opterr = 1, optopt = '?';

static char *heddle_letters; /* of the argument that holds options, those still to come */
static int heddle_others;

static inline _Bool heddle_is_option(const char *word)
{
  return word[0] == '-' && word[1];
}

/* Moves argv[from] in front of those that stand at optind. */
static inline char *heddle_bring(char *const argv[], int from)
{
  char **words = (char **)argv, *word = words[from];
  for (int i = from; i > optind; i--) words[i] = words[i - 1];
  words[optind] = word;
  optind++;
  return word;
}

/* The next argument that is an option, or NULL. `order` is how the letters begin: '+' ends at the first that is
 * none. */
static inline char *heddle_next_option(int argc, char *const argv[], char order)
{
  while (optind + heddle_others < argc && !heddle_is_option(argv[optind + heddle_others])) {
    if (order == '+') return NULL;
    heddle_others++;
  }
  return optind + heddle_others < argc ? heddle_bring(argv, optind + heddle_others) : NULL;
}

/* The argument of an option that stands by itself; NULL: there is none. */
static inline char *heddle_option_argument(int argc, char *const argv[])
{
  return optind + heddle_others < argc ? heddle_bring(argv, optind + heddle_others) : NULL;
}

static inline const char *heddle_find_letter(const char *letters, char letter)
{
  if (letter == ':' || letter == ';') return NULL;
  for (; *letters; letters++)
    if (*letters == letter) return letters;
  return NULL;
}

static inline int heddle_short_option(int argc, char *const argv[], const char *letters)
{
  char letter = *heddle_letters++;
  const char *found = heddle_find_letter(letters, letter);
  optarg = NULL;
  if (!found) return optopt = (unsigned char)letter, '?';
  if (found[1] != ':') return (unsigned char)letter;
  if (*heddle_letters) optarg = heddle_letters;
  else if (found[2] != ':' && !(optarg = heddle_option_argument(argc, argv))) {
    heddle_letters = NULL;
    optopt = (unsigned char)letter;
    return *letters == ':' ? ':' : '?';
  }
  heddle_letters = NULL;
  return (unsigned char)letter;
}

/* Is `name` how the option's name begins? 2: it is all of it. */
static inline int heddle_matches(const char *word, const char *name)
{
  size_t n = 0;
  for (; word[n] && word[n] != '='; n++)
    if (word[n] != name[n]) return 0;
  return name[n] ? 1 : 2;
}

/* The option that is meant; -1: none, or several by a part of their names. */
static inline int heddle_find_name(const char *word, const struct option *names)
{
  int found = -1, n = 0;
  for (int i = 0; names[i].name; i++) {
    int how = heddle_matches(word, names[i].name);
    if (how == 2) return i;
    if (how == 1) found = i, n++;
  }
  return n == 1 ? found : -1;
}

static inline int heddle_long_option(int argc, char *const argv[], const char *letters, char *word,
                                     const struct option *names, int *index)
{
  int i = heddle_find_name(word, names);
  optarg = NULL;
  optopt = 0;
  if (i < 0) return '?';
  while (*word && *word != '=') word++;
  if (*word && names[i].has_arg == no_argument) return optopt = names[i].val, '?';
  if (*word) optarg = word + 1;
  else if (names[i].has_arg == required_argument && !(optarg = heddle_option_argument(argc, argv)))
    return optopt = names[i].val, *letters == ':' ? ':' : '?';
  if (index) *index = i;
  if (!names[i].flag) return names[i].val;
  *names[i].flag = names[i].val;
  return 0;
}

static inline int heddle_option(int argc, char *const argv[], const char *letters, const struct option *names,
                                int *index)
{
  char order = *letters;
  if (order == '-') __heddle_unsupported("getopt with options that begin with -");
  if (order == '+') letters++;
  if (optind == 0) optind = 1, heddle_letters = NULL, heddle_others = 0;
  if (heddle_letters && *heddle_letters) return heddle_short_option(argc, argv, letters);
  optarg = NULL;
  char *word = heddle_next_option(argc, argv, order);
  if (!word) return -1;
  if (word[1] == '-' && !word[2]) return -1;
  if (word[1] == '-' && names) return heddle_long_option(argc, argv, letters, word + 2, names, index);
  heddle_letters = word + 1;
  return heddle_short_option(argc, argv, letters);
}
