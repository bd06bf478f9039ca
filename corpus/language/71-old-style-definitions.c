/* Old-style (K&R) function definitions: parameter types declared between the list and
 * the body, undeclared parameters of type int, arguments converted by the default
 * promotions, and empty parameter lists called with arguments that are ignored. */
#include <assert.h>

int add();

int scale(x, factor, offset)
    short x;
    int *factor;
{
    return x * *factor + offset;
}

static double mean(n, a)
    int n;
    float a;
{
    return a / n;
}

char *skip(s, c)
    register char *s, c;
{
    while (*s && *s != c)
        s++;
    return s;
}

int main()
{
    int k = 3;

    assert(add(1, 2) == 3);
    assert(scale((short)-2, &k, 100) == 94);
    assert(mean(2, 5.0f) == 2.5);
    assert(*skip("a:b", ':') == ':');
    assert(*skip("abc", ':') == '\0');
    return 0;
}

int add(a, b)
    int a, b;
{
    return a + b;
}
