// Three digits and the final zero fit into four bytes.
#include <assert.h>
#include <stdio.h>
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    char text[4];
    int x = __VERIFIER_nondet_int();
    if (x < 0 || x > 999)
        return 0;
    assert(sprintf(text, "%d", x) <= 3);
    return 0;
}
