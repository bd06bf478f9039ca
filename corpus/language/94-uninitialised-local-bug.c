/* A local that is not initialised on one path holds any value: the assertion that it is
 * zero can fail.  On the other path, and for globals and statics, the value is known. */
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

static int global_zero;

static int read_config(int given)
{
    int level;                  /* no initial value */
    static int fallback;

    if (given)
        level = 0;
    assert(fallback == 0 && global_zero == 0);
    return level;
}

int main(void)
{
    assert(read_config(1) == 0);
    assert(read_config(__VERIFIER_nondet_int()) == 0);
    return 0;
}
