/* Only what does not fit into the local buffer is allocated, and only that is freed. */
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

int main(void)
{
    char small[16];
    int size = __VERIFIER_nondet_int() ? 10 : 20;
    char *buffer = size > 16 ? malloc(size) : small;

    buffer[size - 1] = 'a';
    if (buffer != small)
        free(buffer);
    return 0;
}
