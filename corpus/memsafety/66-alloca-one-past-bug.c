/* One more is read than was asked for. */
#include <alloca.h>

static int last(int count)
{
    int *numbers = alloca(count * sizeof *numbers);

    for (int i = 0; i < count; i++)
        numbers[i] = i;
    return numbers[count];
}

int main(void)
{
    return last(8) == 5;
}
