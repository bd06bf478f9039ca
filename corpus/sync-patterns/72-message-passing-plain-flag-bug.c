/* Message passing with an ordinary int as the flag. Under sequential consistency the message still arrives
 * complete, but the flag itself is read while it is written: a data race. */
#include <assert.h>
#include <pthread.h>

static int message;
static int sent;

static void *sender(void *unused)
{
    message = 99;
    sent = 1;
    return unused;
}

static void *receiver(void *unused)
{
    while (!sent)
        ;
    assert(message == 99);
    return unused;
}

int main(void)
{
    pthread_t s, r;
    pthread_create(&s, NULL, sender, NULL);
    pthread_create(&r, NULL, receiver, NULL);
    pthread_join(s, NULL);
    pthread_join(r, NULL);
    return 0;
}
