/* Message passing: the data are written before an atomic flag, the receiver spins on the flag and then reads.
 * When the receiver reads, the sender has finished: no race, the message is complete. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

static int header, body;
static atomic_bool sent;

static void *sender(void *unused)
{
    header = 1;
    body = 99;
    sent = true;
    return unused;
}

static void *receiver(void *unused)
{
    while (!sent)
        ;
    assert(header == 1);
    assert(body == 99);
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
