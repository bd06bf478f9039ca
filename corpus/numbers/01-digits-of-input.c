// The text of an integer that is not known agrees with the integer: reading it again gives the same number.
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    char text[16];
    int x = __VERIFIER_nondet_int();
    if (x < -20 || x > 120)
        return 0;
    int length = sprintf(text, "%d", x);
    assert(length == (int)strlen(text));
    assert(atoi(text) == x);
    return 0;
}
