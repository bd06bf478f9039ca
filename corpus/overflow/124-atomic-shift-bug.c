/* `<<=` of an atomic object computes as `<<` does: 2 to the power of 31 is not a value of type int. */
#include <stdatomic.h>

static atomic_int flag = 1;

int main(void)
{
    for (int i = 0; i < 31; i++)
        flag <<= 1;
    return 0;
}
