/* The size of an array of variable length is evaluated, even under sizeof. */
#include <limits.h>

int main(void)
{
    int top = INT_MAX;
    unsigned long size = sizeof(char[top + 1]);

    return size == 1;
}
