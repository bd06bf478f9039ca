// Some integer has a text of four characters that begins with a minus sign.
#include <assert.h>
#include <stdio.h>
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    char text[16];
    int x = __VERIFIER_nondet_int();
    int length = sprintf(text, "%d", x);
    assert(!(length == 4 && text[0] == '-' && text[3] == '7'));
    return 0;
}
