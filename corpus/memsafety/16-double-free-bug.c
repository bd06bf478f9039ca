/* The error path frees the buffer, and goes on to where all is freed. */
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

int main(void)
{
    char *buffer = malloc(8);

    if (__VERIFIER_nondet_int() < 0)
        free(buffer);
    free(buffer);
    return 0;
}
