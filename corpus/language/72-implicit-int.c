/* Old code without return types and declarations: functions, statics and parameters
 * default to int, and calling an undeclared function declares it as int f(). */
#include <assert.h>

static counter = 5;
const limit = 7;

next()
{
    auto step = 2;
    counter += step;
    return counter;
}

main()
{
    register i;
    unsigned u = 3;

    assert(next() == limit);
    for (i = 0; i < 2; i++)
        next();
    assert(counter == 11);
    assert(later(u, 4) == 12);
    return 0;
}

later(a, b)
{
    return a * b;
}
