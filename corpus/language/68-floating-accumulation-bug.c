/* A loop counting in steps of 0.1 expects to meet 1.0 exactly after ten rounds; the sum
 * of ten doubles nearest to 0.1 is slightly less, so the assertion fails. */
#include <assert.h>

int main(void)
{
    double t = 0;
    double exact = 0;

    for (int i = 0; i < 8; i++)
        exact += 0.125;
    assert(exact == 1.0);
    for (int i = 0; i < 10; i++)
        t += 0.1;
    assert(t == 1.0);           /* 0.99999999999999989 */
    return 0;
}
