/* typeof on expressions and types, in all three spellings, and __auto_type: the
 * declared object gets exactly the type of the operand (after the usual conversions
 * for __auto_type's initialiser), visible in sizeof and in wrap-around. */
#include <assert.h>

#define SWAP(a, b) do { typeof(a) t_ = (a); (a) = (b); (b) = t_; } while (0)

struct s { unsigned char bytes[3]; short k; };

static unsigned char narrow(void) { return 250; }

int main(void)
{
    unsigned char c = 255;
    typeof(c) d = c;
    typeof(c + 1) e = c;
    __typeof__(struct s) s = { { 1, 2, 3 }, 4 };
    __typeof(s.bytes[0]) b = 300 & 0xFF;
    typeof(int *) p, q;
    typeof(s.k) arr[2] = { 1, 2 };
    typeof(narrow()) r = narrow();
    __auto_type w = 1ull << 40;
    __auto_type np = narrow;
    __auto_type ptr = arr;
    int i = 1, j = 2, evaluated = 0;

    d++;
    e++;
    assert(d == 0 && e == 256);
    assert(sizeof s == 6 && b == 44 && sizeof arr == 4);
    p = &i;
    q = &j;
    SWAP(p, q);
    assert(*p == 2 && *q == 1);
    SWAP(i, j);
    assert(i == 2 && *p == 1);
    r += 10;
    assert(r == 4);
    assert(sizeof w == 8 && w == 1099511627776);
    assert(np() == 250);
    ptr[1] = 9;
    assert(arr[1] == 9 && sizeof ptr == sizeof(void *));
    assert(sizeof(typeof(evaluated++)) == 4 && evaluated == 0);
    return 0;
}
