/* The first buffer is forgotten where the second one is not needed. */
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

static int work(int size)
{
    char *first = malloc(4), *second;

    if (size < 0)
        return -1;
    second = malloc(8);
    second[0] = first[0] = 'a';
    free(second);
    free(first);
    return 0;
}

int main(void)
{
    return work(__VERIFIER_nondet_int());
}
