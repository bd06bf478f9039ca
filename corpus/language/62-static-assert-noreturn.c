/* _Static_assert at file, struct and block scope, _Noreturn functions (both spellings):
 * control does not come back from die(), so the code behind the call is unreachable. */
#include <assert.h>
#include <stdlib.h>
#include <stdnoreturn.h>

_Static_assert(sizeof(int) == 4, "int has 32 bits");

struct header {
    unsigned char kind;
    unsigned length;
    _Static_assert(sizeof(unsigned) == 4, "length is 32 bits");
};

_Noreturn static void die(int code)
{
    exit(code);
}

static noreturn void loop_forever(void)
{
    for (;;)
        ;
}

__attribute__((__noreturn__)) static void fail(void)
{
    die(0);
}

static int half(int n)
{
    _Static_assert(-7 / 2 == -3, "division truncates");
    if (n % 2 == 0)
        return n / 2;
    if (n > 1000)
        loop_forever();
    fail();
}

int main(void)
{
    assert(half(10) == 5);
    assert(half(-4) == -2);
    half(3);
    assert(0);                  /* never reached: half(3) ends the program */
    return 0;
}
