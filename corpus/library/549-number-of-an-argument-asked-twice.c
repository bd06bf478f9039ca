// A text has one number: who asks again gets the same answer.
#include <assert.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    if (argc < 3)
        return 0;
    int first = atoi(argv[1]);
    int other = atoi(argv[2]);
    int again = atoi(argv[1]);
    assert(first == again);
    if (first == 7)
        assert(other != 7 || again == other);
    return 0;
}
