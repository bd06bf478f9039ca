/* All ways out go by the place where all is freed. */
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

static int work(int size)
{
    char *first = malloc(4), *second = NULL;
    int result = -1;

    if (size < 0)
        goto out;
    second = malloc(8);
    second[0] = first[0] = 'a';
    result = 0;
out:
    free(second);
    free(first);
    return result;
}

int main(void)
{
    return work(__VERIFIER_nondet_int());
}
