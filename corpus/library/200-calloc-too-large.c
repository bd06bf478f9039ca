/* A product that does not fit gives a null pointer and ENOMEM. */
#include <assert.h>
#include <errno.h>
#include <stdlib.h>

int main(void)
{
    void *block;

    errno = 0;
    block = calloc((size_t)-1, 16);
    assert(!block && errno == ENOMEM);
    return 0;
}
