/* As many bytes are allocated as the input says, and the byte behind them is set to zero. */
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int length = __VERIFIER_nondet_int();
    char *text;

    if (length < 1 || length > 4)
        return 0;
    text = malloc(length);
    text[length] = 0;
    free(text);
    return 0;
}
