/* Two plain locks that are taken one inside of the other: exceptions for each pair of holders. */
#include <pthread.h>

extern void reach_error(void);

int outer, inner, inside;

static void take(int *lock) {
  while (__sync_lock_test_and_set(lock, 1)) {
  }
}

static void *nested(void *unused) {
  take(&outer);
  take(&inner);
  inside = inside + 1;
  if (inside != 1)
    reach_error();
  inside = inside - 1;
  inner = 0;
  outer = 0;
  return 0;
}

static void *plain(void *unused) {
  take(&inner);
  inside = inside + 1;
  if (inside != 1)
    reach_error();
  inside = inside - 1;
  inner = 0;
  return 0;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, nested, 0);
  pthread_create(&b, 0, plain, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
