/* Order and distance inside one object, up to one past its end, are fixed; so is the step
 * before the first element that loops take which run backwards.  TRUE. */
#include <assert.h>
#include <stdlib.h>

static int table[5];

int main(void)
{
    int *end = table + 5, *p;
    int n = 0;

    for (p = table; p < end; p++)
        n++;
    assert(n == 5 && p == end && end - table == 5);
    for (p = end - 1; p >= table; p--)
        n--;
    assert(n == 0);
    assert(&table[1] < &table[3] && (char *)&table[3] - (char *)&table[1] == 8);
    return 0;
}
