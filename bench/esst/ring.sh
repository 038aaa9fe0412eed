#!/bin/sh
# ring.sh API N [bug]: a token ring of a master and N stations, for fairthreads or systemc, on standard output.
# Each station adds one to the token; the master checks the sum. The buggy ring has an input that fails
# the check after a whole round.
# ring.sh API N transmitter: a chain instead, whose last station must not be reached, and is.
set -e
api=${1:?fairthreads or systemc}
n=${2:?number of stations}
kind=${3:-}

wait_for() { if [ "$api" = fairthreads ]; then echo "ft_thread_await($1);"; else echo "sc_wait_event(&$1);"; fi; }
notify() { if [ "$api" = fairthreads ]; then echo "ft_thread_generate($1);"; else echo "sc_notify(&$1);"; fi; }
# In FairThreads an event stays until the end of its instant.
rest() { if [ "$api" = fairthreads ]; then echo "    ft_thread_cooperate();"; fi; }

echo "/* made by: ring.sh $* */"
echo "#include <heddle/$api.h>"
echo '#include "data.h"'
echo
if [ "$api" = fairthreads ]; then echo "ft_event_t back;"; else echo "sc_event back;"; fi
i=1
while [ "$i" -le "$n" ]; do
  if [ "$api" = fairthreads ]; then echo "ft_event_t to$i;"; else echo "sc_event to$i;"; fi
  i=$((i + 1))
done
echo "unsigned token, local;"
echo
echo "void master(void *unused)
{
  (void)unused;"
if [ "$kind" = transmitter ]; then
  echo "  $(notify to1)"
  echo "  $(wait_for back)"
else
  echo "  for (;;) {
    token = INPUT();
    local = token;
    $(notify to1)
    $(wait_for back)"
  if [ "$kind" = bug ]; then
    echo "    if (INPUT() == 2) heddle_error();"
  fi
  echo "    heddle_assert(token == local + $n);"
  rest
  echo "  }"
fi
echo "}"
i=1
while [ "$i" -le "$n" ]; do
  next=to$((i + 1))
  if [ "$i" -eq "$n" ]; then next=back; fi
  echo
  echo "void station$i(void *unused)
{
  (void)unused;
  for (;;) {
    $(wait_for to$i)"
  if [ "$kind" = transmitter ]; then
    if [ "$i" -eq "$n" ]; then echo "    heddle_error();"; else echo "    $(notify $next)"; fi
  else
    echo "    token += 1;"
    echo "    $(notify $next)"
  fi
  rest
  echo "  }"
  echo "}"
  i=$((i + 1))
done
echo
echo "int main(void)"
echo "{"
if [ "$api" = fairthreads ]; then
  echo "  ft_scheduler_t s = ft_scheduler_create();"
  echo "  back = ft_event_create(s);"
  i=1; while [ "$i" -le "$n" ]; do echo "  to$i = ft_event_create(s);"; i=$((i + 1)); done
  echo "  ft_thread_create(s, master, 0, 0);"
  i=1; while [ "$i" -le "$n" ]; do echo "  ft_thread_create(s, station$i, 0, 0);"; i=$((i + 1)); done
  echo "  ft_scheduler_start(s);"
  echo "  ft_exit();"
else
  echo "  sc_thread(master, 0);"
  i=1; while [ "$i" -le "$n" ]; do echo "  sc_thread(station$i, 0);"; i=$((i + 1)); done
  echo "  sc_start();"
fi
echo "}"
