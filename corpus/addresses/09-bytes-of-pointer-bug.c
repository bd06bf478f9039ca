/* A hash over the bytes of a key that is a pointer: it is even in some layouts and odd in
 * others.  FALSE. */
#include <assert.h>

static char object[2];

static unsigned hash(const void *key, unsigned bytes)
{
    const unsigned char *c = key;
    unsigned sum = 0;
    while (bytes--)
        sum = 31 * sum + *c++;
    return sum;
}

int main(void)
{
    char *key = object;
    assert(hash(&key, sizeof key) % 2 == 0);
    return 0;
}
