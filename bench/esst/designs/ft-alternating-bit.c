/* The alternating bit protocol over a channel that loses messages and acknowledgements: what arrives is what was sent,
 * once, in order. -DBUG: the receiver takes a repeated message for a new one. */
#include <heddle/fairthreads.h>
#include "../data.h"

ft_event_t message, acknowledgement;
unsigned on_line, sent, received, expected_value;
_Bool line_bit, ack_bit, has_message, has_ack;

void sender(void *unused)
{
  _Bool bit = 0;
  (void)unused;
  for (;;) {
    unsigned value = INPUT();
    expected_value = value;
    sent = WRAP(sent + 1);
    do {
      if (heddle_uint_range(0, 1)) {
        on_line = value;
        line_bit = bit;
        has_message = 1;
      }
      ft_thread_cooperate();
    } while (!(has_ack && ack_bit == bit));
    has_ack = 0;
    bit = !bit;
  }
}

void receiver(void *unused)
{
  _Bool bit = 0;
  (void)unused;
  for (;;) {
    if (has_message) {
      has_message = 0;
#ifdef BUG
      if (1) {
#else
      if (line_bit == bit) {
#endif
        received = WRAP(received + 1);
        heddle_assert(on_line == expected_value);
        heddle_assert(received == sent);
        bit = !bit;
      }
      if (heddle_uint_range(0, 1)) {
        ack_bit = line_bit;
        has_ack = 1;
      }
    }
    ft_thread_cooperate();
  }
}

int main(void)
{
  ft_scheduler_t s = ft_scheduler_create();
  ft_thread_create(s, sender, 0, 0);
  ft_thread_create(s, receiver, 0, 0);
  ft_scheduler_start(s);
  ft_exit();
}
