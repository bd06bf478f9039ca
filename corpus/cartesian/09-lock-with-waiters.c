/* A lock whose word counts those who wait for it besides, as that of a futex: any thread may change it while another one holds it, so the last one who
   did is not the holder. The amounts and the total have any value. */
#include <pthread.h>

extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);

unsigned word;
int total;

static void acquire(void) {
  __VERIFIER_atomic_begin();
  word = word + 2;
  __VERIFIER_atomic_end();
  __VERIFIER_atomic_begin();
  __VERIFIER_assume((word & 1) == 0);
  word = word - 1;
  __VERIFIER_atomic_end();
}

static void release(void) {
  __VERIFIER_atomic_begin();
  word = word - 1;
  __VERIFIER_atomic_end();
}

static void deposit(int amount) {
  int before = total;
  total = before ^ amount;
  if (total != (before ^ amount))
    reach_error();
}

static void *first(void *unused) {
  while (__VERIFIER_nondet_int()) {
    acquire();
    deposit(__VERIFIER_nondet_int());
    release();
  }
  return 0;
}

static void *second(void *unused) {
  while (__VERIFIER_nondet_int()) {
    acquire();
    deposit(__VERIFIER_nondet_int());
    release();
  }
  return 0;
}

static void *third(void *unused) {
  while (__VERIFIER_nondet_int()) {
    acquire();
    deposit(__VERIFIER_nondet_int());
    release();
  }
  return 0;
}

static void *fourth(void *unused) {
  while (__VERIFIER_nondet_int()) {
    acquire();
    deposit(__VERIFIER_nondet_int());
    release();
  }
  return 0;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, first, 0);
  pthread_create(&t, 0, second, 0);
  pthread_create(&t, 0, third, 0);
  pthread_create(&t, 0, fourth, 0);
  return 0;
}
