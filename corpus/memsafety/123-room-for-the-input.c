/* There is one byte more than the input says. */
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int length = __VERIFIER_nondet_int();
    char *text;

    if (length < 1 || length > 4)
        return 0;
    text = malloc(length + 1);
    text[length] = 0;
    free(text);
    return 0;
}
