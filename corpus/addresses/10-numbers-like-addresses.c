/* Plain numbers that lie next to addresses in memory stay plain numbers, whatever their
 * value: comparing, hashing and ordering them is nobody's layout.  TRUE. */
#include <assert.h>

static struct {
    void *pointer;
    unsigned long number;
} pair;

int main(void)
{
    unsigned long n;
    pair.pointer = &pair;
    for (pair.number = 1; pair.number; pair.number *= 2) {
        n = pair.number;
        assert(n % 7 != 0);
        assert((n >> 1) < n && (n ^ (n - 1)) >= n);
    }
    return 0;
}
