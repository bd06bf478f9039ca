/* switch: fall-through, default in the middle, GNU case ranges, negative and char
 * labels, conversion of labels to the promoted type, nested switches, continue inside
 * a switch inside a loop, declarations before the first case, and no matching label. */
#include <assert.h>

static int classify(int c)
{
    switch (c) {
    case -5 ... -1: return 1;
    default: return 2;
    case '0' ... '9': return 3;
    case 1000: return 4;
    }
}

static int fall(int n)
{
    int r = 0;
    switch (n) {
    case 3: r += 100;   /* fall through */
    case 2: r += 10;    /* fall through */
    default: r += 1;
        break;
    case 7: r = -7;
    }
    return r;
}

static int nested(int a, int b)
{
    switch (a) {
    case 1:
        switch (b) {
        case 1: return 11;
        case 2: break;
        default: return 19;
        }
        return 12;
    case 2:
        if (b) {
    case 3:
            return 23;  /* a label inside the if of another case */
        }
        return 20;
    }
    return 0;
}

int main(void)
{
    int odd = 0, i;
    unsigned char byte = 255;
    unsigned long big = 1ul << 32;

    assert(classify(-3) == 1 && classify(-6) == 2 && classify('7') == 3);
    assert(classify(1000) == 4 && classify(0) == 2);
    assert(fall(3) == 111 && fall(2) == 11 && fall(99) == 1 && fall(7) == -7);
    assert(nested(1, 1) == 11 && nested(1, 2) == 12 && nested(1, 5) == 19);
    assert(nested(2, 0) == 20 && nested(2, 1) == 23 && nested(3, 0) == 23 && nested(4, 0) == 0);

    for (i = 0; i < 6; i++) {
        switch (i % 2) {
        case 0: continue;
        case 1: break;
        }
        odd++;
    }
    assert(odd == 3);

    switch (byte + 1) {
    case 0: assert(0);
    case 256: odd = -1;
    }
    assert(odd == -1);
    switch (big) {
    case 0: assert(0);
    case 1ul << 32: odd = -2;
    }
    assert(odd == -2);
    switch (i) {
        int unused;
    case 6:
        unused = 4;
        odd = unused;
    }
    assert(odd == 4);
    switch (i)
        case 6: odd = 5;
    assert(odd == 5);
    return 0;
}
