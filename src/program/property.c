/* property.c - the two tables, and looking rows up. */
#include "program/property.h"

#define FORMULAS(...)   \
  (const char *const[]) \
  {                     \
    __VA_ARGS__, NULL   \
  }

const hd_property_info hd_property_table[HD_PROP_COUNT] = {
    [HD_PROP_UNREACH_CALL] = {"unreach-call", FORMULAS("G!call(reach_error())", "G!call(__VERIFIER_error())"),
                              HD_BY_CHECK},
    [HD_PROP_NO_DATA_RACE] = {"no-data-race", FORMULAS("G!data-race"), HD_BY_RACE},
    [HD_PROP_NO_DEADLOCK] = {"no-deadlock", FORMULAS("G!deadlock"), HD_BY_DEADLOCK},
    [HD_PROP_NO_OVERFLOW] = {"no-overflow", FORMULAS("G!overflow"), HD_BY_CHECK},
    [HD_PROP_VALID_MEMSAFETY] = {"valid-memsafety", FORMULAS("Gvalid-free", "Gvalid-deref", "Gvalid-memtrack"),
                                 HD_BY_CHECK},
    [HD_PROP_VALID_SYNC] = {"valid-sync", FORMULAS("Gvalid-sync"), HD_BY_CHECK},
    [HD_PROP_DEF_BEHAVIOR] = {"def-behavior", FORMULAS("Gdef-behavior"), HD_BY_CHECK},
};

const hd_check_kind_info hd_check_table[HD_CHECK_COUNT] = {
    [HD_CHECK_ASSERTION] = {"assertion", HD_PROP_UNREACH_CALL, "unreach-call", "assertion failed", false, 617},
    [HD_CHECK_OVERFLOW] = {"overflow", HD_PROP_NO_OVERFLOW, "no-overflow", "signed overflow", false, 190},
    [HD_CHECK_DEREF] = {"deref", HD_PROP_VALID_MEMSAFETY, "valid-deref", "invalid dereference", false, 119},
    [HD_CHECK_FREE] = {"free", HD_PROP_VALID_MEMSAFETY, "valid-free", "invalid free", false, 763},
    [HD_CHECK_LEAK] = {"leak", HD_PROP_VALID_MEMSAFETY, "valid-memtrack", "memory lost", false, 401},
    [HD_CHECK_SYNC] = {"sync", HD_PROP_VALID_SYNC, "valid-sync", "misuse of synchronization", true, 662},
    [HD_CHECK_UNDEFINED] = {"undefined", HD_PROP_DEF_BEHAVIOR, "def-behavior", "undefined behaviour", true, 758},
    [HD_CHECK_RACE] = {"race", HD_PROP_NO_DATA_RACE, "no-data-race", "data race", false, 366},
    [HD_CHECK_DEADLOCK] = {"deadlock", HD_PROP_NO_DEADLOCK, "no-deadlock", "deadlock", false, 833},
};

const char *hd_property_name(hd_property property)
{
  HD_CHECK(property < HD_PROP_COUNT);
  return hd_property_table[property].name;
}

bool hd_property_find(const char *name, hd_property *property)
{
  for (unsigned i = 0; i < HD_PROP_COUNT; i++) {
    if (strcmp(hd_property_table[i].name, name) != 0) continue;
    *property = (hd_property)i;
    return true;
  }
  return false;
}

bool hd_property_find_formula(const char *formula, hd_property *property)
{
  for (unsigned i = 0; i < HD_PROP_COUNT; i++)
    for (const char *const *f = hd_property_table[i].formulas; *f; f++) {
      if (strcmp(*f, formula) != 0) continue;
      *property = (hd_property)i;
      return true;
    }
  return false;
}

const char *hd_property_names(hd_arena *arena)
{
  const char *names = hd_property_table[0].name;
  for (unsigned i = 1; i < HD_PROP_COUNT; i++)
    names = hd_arena_printf(arena, "%s, %s", names, hd_property_table[i].name);
  return names;
}
