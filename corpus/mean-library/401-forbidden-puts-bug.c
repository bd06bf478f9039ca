/* The property forbids calls of puts, a function of the library, and here is one. */
#include <stdio.h>

int main(void)
{
    puts("text");
    return 0;
}
