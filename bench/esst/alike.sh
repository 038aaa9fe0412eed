#!/bin/sh
# N identical threads by `--engine esst`, with and without symmetry: explored abstract states and processor seconds.
#
#   bench/esst/alike.sh [-t SECONDS] [-n LARGEST] [-b HEDDLE]
#
# `-` is a run that had no answer within its limit. Exit status 1 when a verdict is wrong.
set -u
limit=20 largest=5 heddle=build/heddle
while getopts t:n:b: option; do
  case $option in
    t) limit=$OPTARG ;; n) largest=$OPTARG ;; b) heddle=$OPTARG ;;
    *) exit 64 ;;
  esac
done
[ -x "$heddle" ] || { echo "no $heddle: run \`make build\` first, or name it with -b"; exit 1; }
folder=$(dirname "$0")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT INT TERM
status=0
. "$folder/common.sh"

# TEXT COUNT: the text, repeated.
times_of() { i=0; while [ $i -lt "$2" ]; do printf '%s' "$1"; i=$((i + 1)); done; }

# API COUNT: workers count up and down; never more than there are of them.
program() {
  case $1 in
    fairthreads)
      cat <<END
#include <heddle/fairthreads.h>
unsigned x;
ft_event_t e;
void worker(void *unused)
{
  (void)unused;
  ft_thread_await(e);
  x++;
  heddle_assert(x <= $2);
  ft_thread_cooperate();
  x--;
}
int main(void)
{
  ft_scheduler_t s = ft_scheduler_create();
  e = ft_event_create(s);
  for (int i = 0; i < $2; i++) ft_thread_create(s, worker, 0, 0);
  ft_scheduler_broadcast(e);
  ft_scheduler_start(s);
  ft_exit();
}
END
      ;;
    systemc)
      cat <<END
#include <heddle/systemc.h>
unsigned x;
sc_event e, f;
void worker(void *unused)
{
  (void)unused;
  sc_wait_event(&e);
  x++;
  heddle_assert(x <= $2);
  sc_wait_event(&f);
  x--;
}
void starter(void *unused)
{
  (void)unused;
  sc_notify_delta(&e);
  sc_wait_event(&e);
  sc_notify_delta(&f);
}
int main(void)
{
  $(times_of 'sc_thread(worker, 0); ' "$2")
  sc_thread(starter, 0);
  sc_start();
}
END
      ;;
    pthreads)
      cat <<END
#include <assert.h>
#include <pthread.h>
unsigned x;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
void *worker(void *unused)
{
  (void)unused;
  pthread_mutex_lock(&m);
  x++;
  assert(x <= $2);
  pthread_mutex_unlock(&m);
  pthread_mutex_lock(&m);
  x--;
  pthread_mutex_unlock(&m);
  return 0;
}
int main(void)
{
  pthread_t t;
  $(times_of 'pthread_create(&t, 0, worker, 0); ' "$2")
  pthread_exit(0);
}
END
      ;;
  esac
}

printf '%-12s %2s %10s %8s %10s %8s\n' threads N states seconds 'off:states' seconds
for api in fairthreads systemc pthreads; do
  n=2
  while [ $n -le "$largest" ]; do
    program $api $n >"$work/alike.c"
    run safe "$limit" --turns any --engine esst "$work/alike.c" || status=1
    line=$(printf '%10s %8s' "$states" "$seconds")
    run safe "$limit" --turns any --engine esst --symmetry off "$work/alike.c" || status=1
    printf '%-12s %2s %s %10s %8s\n' $api $n "$line" "$states" "$seconds"
    n=$((n + 1))
  done
done
exit $status
