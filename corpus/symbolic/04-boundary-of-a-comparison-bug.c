/* Only the largest size that the program lets through goes wrong: a thread counts in a byte, and the sizes go up to 256. (The values that are tried for an unknown size are the ends of what the program has asked.) */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

static unsigned char *used, filled;
static int size;

static void *fill(void *unused)
{
    (void)unused;
    for (int i = 0; i < size; i++) {
        used[i] = 1;
        filled++;
    }
    return NULL;
}

int main(void)
{
    pthread_t t;
    size = __VERIFIER_nondet_int();
    if (size < 1 || size > 256)
        return 0;
    used = calloc(size, 1);
    pthread_create(&t, NULL, fill, NULL);
    pthread_join(t, NULL);
    assert(filled == size);
    free(used);
    return 0;
}
