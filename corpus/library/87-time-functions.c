/* Time functions return values the program cannot predict, and touch nothing but the
 * objects whose addresses they get; sleeping and yielding change no variable. */
#include <assert.h>
#include <pthread.h>
#include <sched.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

static int untouched = 5;

static void *sleeper(void *arg)
{
    struct timespec t = { 0, 1000 };

    nanosleep(&t, 0);
    usleep(10);
    sched_yield();
    sleep(0);
    return 0;
}

int main(void)
{
    pthread_t t;
    time_t now, copy;
    clock_t c;
    struct timeval tv = { 0, 0 };
    struct { struct timespec ts; int guard; } s = { { 0, 0 }, 7 };
    int before;

    pthread_create(&t, 0, sleeper, 0);
    now = time(&copy);
    assert(now == copy);
    c = clock();
    gettimeofday(&tv, 0);
    clock_gettime(CLOCK_MONOTONIC, &s.ts);
    before = now < tv.tv_sec || c > 0 || s.ts.tv_sec > 0;
    assert(before == 0 || before == 1);
    assert(s.guard == 7 && untouched == 5);
    pthread_join(t, 0);
    return 0;
}
