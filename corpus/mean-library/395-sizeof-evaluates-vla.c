/* The operand of sizeof is evaluated only if its type is a variable length array (C11 6.5.3.4). */
#include <assert.h>

int main(void)
{
    int n = 2, k = 2;
    int s = sizeof(int[n++]) + sizeof(k++);
    assert(n == 3 && k == 2 && s == 12);
    return 0;
}
