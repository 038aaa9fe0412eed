/* rules.c - the table. */
#include "report/rules.h"

const hd_rule hd_rule_table[HD_CHECK_COUNT] = {
    [HD_CHECK_ASSERTION] = {"AssertionFailure", "An assertion can fail.",
                            "There is an interleaving of the threads, with inputs, in which the condition is false. "
                            "Follow the code flow up to the step after which it is false, and look for the accesses "
                            "between which another thread came.",
                            NULL},
    [HD_CHECK_OVERFLOW] =
        {"SignedOverflow", "A signed operation can overflow.",
         "The result does not fit into its type, which is undefined behaviour in C. Check the operands "
         "before the operation, or use a wider or an unsigned type.",
         "6.5"},
    [HD_CHECK_DEREF] =
        {"InvalidDereference", "A pointer that points to no live object can be dereferenced.",
         "The access is outside its object, after the end of its lifetime, or through NULL. In a concurrent "
         "program another thread often ends the lifetime: give the object an owner, count its references, "
         "or join its users before it is freed.",
         "8.8"},
    [HD_CHECK_FREE] =
        {"InvalidFree", "Memory can be freed that is not an allocated block.",
         "The block has been freed before, or the pointer is not what malloc returned. Let one thread alone "
         "free the block, and set shared pointers to NULL under the lock that protects them.",
         "8.1"},
    [HD_CHECK_LEAK] = {"MemoryLost", "Allocated memory can be lost.",
                       "No pointer leads to the block any more, and it was not freed. Free it on every way out.",
                       "5.3"},
    [HD_CHECK_SYNC] = {"SynchronizationMisuse", "Synchronization can be used as POSIX and C11 do not allow.",
                       "The operation is undefined for an object in this state: a mutex that another thread holds is "
                       "unlocked, or one that is in use is destroyed.",
                       "5.9"},
    [HD_CHECK_UNDEFINED] =
        {"UndefinedBehaviour", "An operation can have undefined behaviour.",
         "A division by zero or a shift by too many bits, for instance. Check the operands before the "
         "operation.",
         "6.5"},
    [HD_CHECK_RACE] =
        {"DataRace", "Two threads can access the same memory at once, one of them to write it.",
         "This is undefined behaviour in C11, whatever the hardware does. Protect all accesses by one lock, or "
         "make them atomic. `volatile` does not help.",
         "7.0"},
    [HD_CHECK_DEADLOCK] =
        {"Deadlock", "The threads can come to wait for each other for ever.",
         "Take locks in one order everywhere, and make sure that every waiting thread is signalled.", "5.9"},
};
