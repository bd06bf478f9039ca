// An argument need not be a number: then nothing is stored, and `a` is what it was.
#include <assert.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int a = -5;
    if (argc != 2)
        return 0;
    int stored = sscanf(argv[1], "%d", &a);
    assert(stored != 0 || a != -5);
    return 0;
}
