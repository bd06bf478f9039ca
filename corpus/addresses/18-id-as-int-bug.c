/* Half of an id, and a hash of one, may be any number.  FALSE. */
#include <assert.h>
#include <pthread.h>

static unsigned hash(unsigned long id)
{
    return (unsigned)(id * 2654435761u >> 7);
}

int main(void)
{
    int number = (int)pthread_self();
    if (number > 0)
        assert(hash(pthread_self()) != 0x1234567);
    assert(number > 0);
    return 0;
}
