/* A product that does not fit does not leave errno alone. */
#include <assert.h>
#include <errno.h>
#include <stdlib.h>

int main(void)
{
    void *block;

    errno = 0;
    block = calloc((size_t)-1, 16);
    assert(errno == 0);
    return 0;
}
