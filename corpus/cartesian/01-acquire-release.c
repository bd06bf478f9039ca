/* A lock that does not say who holds it, as in section 1 of the paper on exception sets: what single threads can be where says nothing of
   who is in the critical section. */
#include <pthread.h>

extern void reach_error(void);

int lock, inside;

static void acquire(void) {
  while (!__sync_bool_compare_and_swap(&lock, 0, 1)) {
  }
}

static void critical(void) {
  inside = inside + 1;
  if (inside != 1)
    reach_error();
  inside = inside - 1;
}

static void *first(void *unused) {
  acquire();
  critical();
  lock = 0;
  return 0;
}

static void *second(void *unused) {
  acquire();
  critical();
  lock = 0;
  return 0;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, first, 0);
  pthread_create(&b, 0, second, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return inside;
}
