// A number of two digits has two characters.
#include <assert.h>
#include <stdio.h>
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int count = 99;
    int x = __VERIFIER_nondet_int();
    printf("%d%n\n", x, &count);
    assert(count != 2);
    return 0;
}
