/* A table of unknown width and height: whoever fills it takes one for the other, and the corner is wrong unless both are the same. */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

static int width, height, *table;

static void *fill(void *unused)
{
    (void)unused;
    for (int y = 0; y < width; y++)
        for (int x = 0; x < width; x++)
            if (y * width + x < width * height)
                table[y * width + x] = 1;
    return NULL;
}

int main(void)
{
    pthread_t t;
    width = __VERIFIER_nondet_int();
    height = __VERIFIER_nondet_int();
    if (width < 1 || height < 1 || width > 30000 || height > 30000)
        return 0;
    table = calloc(width * height, sizeof *table);
    pthread_create(&t, NULL, fill, NULL);
    pthread_join(t, NULL);
    assert(table[width * height - 1] == 1);
    free(table);
    return 0;
}
