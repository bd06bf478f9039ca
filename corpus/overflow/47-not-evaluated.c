/* The operands of sizeof, typeof and _Alignof are not evaluated, and of _Generic only the choice is. */
#include <limits.h>

int main(void)
{
    int top = INT_MAX;
    unsigned long size = sizeof(top + 1) + sizeof(top++) + sizeof(-INT_MIN);
    __typeof__(top * top) same = top;

    same = _Generic(top + 1, int : same, default : same + 1);
    return size == 12 && same == top ? 0 : 1;
}
