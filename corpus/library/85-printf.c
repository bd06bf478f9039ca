/* Output functions change no program variable and do not order threads; what they read
 * is read by the caller.  The mutex alone keeps the log counter exact. */
#include <assert.h>
#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int lines;

static void say(const char *who, int n)
{
    pthread_mutex_lock(&m);
    lines++;
    printf("%s: %d%%\n", who, n);
    fprintf(stderr, "line %d\n", lines);
    puts("");
    putchar('.');
    fputs(".\n", stdout);
    fflush(stdout);
    pthread_mutex_unlock(&m);
}

static void *work(void *arg)
{
    say("worker", 50);
    return 0;
}

int main(void)
{
    pthread_t t;

    pthread_create(&t, 0, work, 0);
    say("main", 100);
    pthread_join(t, 0);
    assert(lines == 2);
    return 0;
}
