/* helper.h - a child that answers questions while its parent goes on.
 *
 * It is a fork: it knows what its parent knew when it began, and what questions and answers have said since. It answers
 * one question at a time. Forking a large process costs more than answering most questions, so one helper answers many.
 * If it crashes, only its answers are lost; it dies with its parent. */
#ifndef HD_BASE_HELPER_H
#define HD_BASE_HELPER_H

#include "base/budget.h"
#include "base/bytes.h"

typedef struct hd_helper hd_helper;

/* Runs in the child, once for each question. */
typedef void hd_helper_work(void *context, hd_reader *question, hd_bytes *answer);

typedef enum {
  HD_HELPER_IDLE,     /* it can be asked */
  HD_HELPER_BUSY,     /* with the last question */
  HD_HELPER_ANSWERED, /* and the answer is here */
  HD_HELPER_GONE      /* there will be none */
} hd_helper_state;

/* The child's side: answers what comes, and does not return. */
HD_NORETURN void hd_helper_serve(hd_helper_work *work, void *context, int fd);

/* Borrows the budget. NULL: there is no process for it. */
hd_helper *hd_helper_start(hd_helper_work *work, void *context, const hd_budget *b);
/* A helper on another machine, behind the socket that HEDDLE_POST names (suite/post.h): one for each number below
 * hd_helpers_elsewhere(). It knows nothing but what it is told. NULL: there is no such socket. */
uint32_t hd_helpers_elsewhere(void);
hd_helper *hd_helper_connect(void);
/* When it is idle: asks. */
void hd_helper_ask(hd_helper *h, const hd_bytes *question);
hd_helper_state hd_helper_look(hd_helper *h); /* without waiting */
/* Waits for the answer until the budget is spent. False: there is none. */
bool hd_helper_wait(hd_helper *h, const hd_budget *b);
/* Waits a moment, or until one of those that are busy has something to say. */
void hd_helpers_wait(hd_helper *const *helpers, uint32_t n);
/* Is the budget spent, with what all of them have computed? */
bool hd_helpers_spent(hd_helper *const *helpers, uint32_t n, const hd_budget *b);
/* The answer that is here, valid until the next question. It is idle again. */
hd_reader hd_helper_answer(hd_helper *h);
/* Processor seconds that the last answer took. */
double hd_helper_seconds(const hd_helper *h);
/* Ends it, whatever it does. */
void hd_helper_drop(hd_helper *h); /* or NULL */

#endif
