/* The family of Figure 3 of the paper on exception sets with three threads and two critical sections each, for ever. */
#include <pthread.h>

extern void reach_error(void);

int lock, inside;

#define SECTION                                                \
  while (!__sync_bool_compare_and_swap(&lock, 0, 1)) {         \
  }                                                            \
  inside = 1;                                                  \
  if (inside != 1)                                             \
    reach_error();                                             \
  inside = 0;                                                  \
  lock = 0;

static void *first(void *unused) {
  while (1) {
    SECTION SECTION
  }
  return 0;
}

static void *second(void *unused) {
  while (1) {
    SECTION SECTION
  }
  return 0;
}

static void *third(void *unused) {
  while (1) {
    SECTION SECTION
  }
  return 0;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, first, 0);
  pthread_create(&t, 0, second, 0);
  pthread_create(&t, 0, third, 0);
  return 0;
}
