/* A small library without a main: `heddle harness' writes one. As many headers do, it takes size_t for granted. */
#include <stdbool.h>

typedef struct stack pile;
typedef enum { STACK_LIFO, STACK_FIFO } stack_order;
struct range {
  int first, last;
};

pile *stack_new(size_t room);
bool stack_push(pile *s, int value);
bool stack_pop(pile *s, int *value);
void stack_order_by(pile *s, stack_order order, const char *name);
int stack_count(pile *s, struct range range, bool (*wanted)(int value, void *data), void *data);
void stack_free(pile *, size_t room);
