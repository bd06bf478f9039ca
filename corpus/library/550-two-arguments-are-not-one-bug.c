// Two arguments have a number each: they need not be the same.
#include <assert.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int a, b;
    if (argc != 3 || sscanf(argv[1], "%d", &a) != 1 || sscanf(argv[2], "%d", &b) != 1)
        return 0;
    assert(a == b);
    return 0;
}
