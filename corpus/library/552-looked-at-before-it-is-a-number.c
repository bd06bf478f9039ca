// What is known of the characters of a text decides about its number.
#include <assert.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    if (argc != 2 || argv[1][0] != '4' || argv[1][1] != '2' || argv[1][2])
        return 0;
    assert(atoi(argv[1]) == 42);
    return 0;
}
