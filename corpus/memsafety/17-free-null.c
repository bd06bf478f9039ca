/* The pointer is set to null once its block is freed, and null may be freed as often as one likes. */
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

int main(void)
{
    char *buffer = malloc(8);

    if (__VERIFIER_nondet_int() < 0) {
        free(buffer);
        buffer = NULL;
    }
    free(buffer);
    free(NULL);
    return 0;
}
