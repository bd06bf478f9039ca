/* What alloca gives is there until the function returns, also behind the block in which it was asked for. It is not freed by anybody. */
#include <alloca.h>

static int sum(int count)
{
    int *numbers = 0, sum = 0;

    if (count > 0) {
        numbers = alloca(count * sizeof *numbers);
        for (int i = 0; i < count; i++)
            numbers[i] = i;
    }
    for (int i = 0; i < count; i++)
        sum += numbers[i];
    return sum;
}

int main(void)
{
    return sum(0) + sum(3) != 3;
}
