// A stack of one byte is refused, and the program goes on as if it had not been.

#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>

int main(void)
{
    pthread_attr_t a;
    size_t size;
    pthread_attr_init(&a);
    pthread_attr_setstacksize(&a, 1);
    pthread_attr_getstacksize(&a, &size);
    assert(size == 1);
    return 0;
}
