/* The writer holds both locks, so that one of them is enough for a reader. */
#include <pthread.h>

extern void reach_error(void);

static pthread_spinlock_t left, right;
static int pair[2];

static void *writer(void *unused)
{
    pthread_spin_lock(&left);
    pthread_spin_lock(&right);
    pair[0] = 1;
    pair[1] = 1;
    pthread_spin_unlock(&right);
    pthread_spin_unlock(&left);
    return unused;
}

static void *reads_left(void *unused)
{
    pthread_spin_lock(&left);
    if (pair[0] != pair[1])
        reach_error();
    pthread_spin_unlock(&left);
    return unused;
}

static void *reads_right(void *unused)
{
    pthread_spin_lock(&right);
    if (pair[0] != pair[1])
        reach_error();
    pthread_spin_unlock(&right);
    return unused;
}

int main(void)
{
    pthread_t thread;

    pthread_spin_init(&left, PTHREAD_PROCESS_PRIVATE);
    pthread_spin_init(&right, PTHREAD_PROCESS_PRIVATE);
    pthread_create(&thread, 0, writer, 0);
    pthread_create(&thread, 0, reads_left, 0);
    pthread_create(&thread, 0, reads_right, 0);
    pthread_exit(0);
}
