/* pthread_setname_np takes up to 15 characters and refuses more with ERANGE; pthread_getname_np tells the name, to buffers of 16 bytes
   at least. */
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <string.h>

int main(void)
{
    char name[16];
    assert(pthread_setname_np(pthread_self(), "fifteen-letters") == 0);
    assert(pthread_setname_np(pthread_self(), "sixteen-letters-") == ERANGE);
    assert(pthread_getname_np(pthread_self(), name, 15) == ERANGE);
    assert(pthread_getname_np(pthread_self(), name, 16) == 0);
    assert(strcmp(name, "fifteen-letters") == 0);
    return 0;
}
