/* One permit, two threads that only try: never both succeed, and whoever succeeds owns
 * the plain variable; since nobody posts, the permit is gone afterwards. */
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

static sem_t permit;
static int winners;

static void *attempt(void *arg)
{
    if (sem_trywait(&permit) == 0)
        winners++;
    return 0;
}

int main(void)
{
    pthread_t a, b;
    int left;

    sem_init(&permit, 0, 1);
    pthread_create(&a, 0, attempt, 0);
    pthread_create(&b, 0, attempt, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    sem_getvalue(&permit, &left);
    assert(winners == 1 && left == 0);
    return 0;
}
