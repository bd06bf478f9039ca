/* The property forbids calls of puts. A call of printf with a text that ends a line is none, whatever compilers make of it. */
#include <stdio.h>

int main(void)
{
    printf("text\n");
    return 0;
}
