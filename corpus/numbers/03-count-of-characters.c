// %n stores how many characters there are so far, also after a number that is not known.
#include <assert.h>
#include <stdio.h>
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int count = 99;
    int x = __VERIFIER_nondet_int();
    printf("%d%n\n", x, &count);
    assert(count >= 1 && count <= 11);
    return 0;
}
