/* Duff's device: case labels inside a do-while, entered in the middle of the loop body
 * for the remainder. */
#include <assert.h>

static int copy(char *to, const char *from, int count)
{
    int rounds = (count + 3) / 4;
    int copied = 0;

    if (count <= 0)
        return 0;
    switch (count % 4) {
    case 0: do { *to++ = *from++; copied++;
    case 3:      *to++ = *from++; copied++;
    case 2:      *to++ = *from++; copied++;
    case 1:      *to++ = *from++; copied++;
            } while (--rounds > 0);
    }
    return copied;
}

int main(void)
{
    for (int n = 0; n <= 9; n++) {
        char src[] = "abcdefghi", dst[10] = { 0 };
        int i;

        assert(copy(dst, src, n) == n);
        for (i = 0; i < n; i++)
            assert(dst[i] == src[i]);
        assert(dst[i] == 0);
    }
    return 0;
}
