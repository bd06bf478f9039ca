/* The test lets the number of elements itself through. */
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int at = __VERIFIER_nondet_int();
    char *table = calloc(5, 1);
    int seen = 0;

    if (at >= 0 && at <= 5)
        seen = table[at];
    free(table);
    return seen;
}
