/* Variable-length arrays: sizeof is evaluated at run time with the size fixed at the
 * declaration, VLA parameters index by run-time row length, and each activation of a
 * block or function has its own array. */
#include <assert.h>

static int diagonal(int n, int m[n][n])
{
    int s = 0;
    for (int i = 0; i < n; i++)
        s += m[i][i];
    return s;
}

static int depth_sum(int n)
{
    int local[n + 1];
    if (n == 0)
        return 0;
    for (int i = 0; i <= n; i++)
        local[i] = n;
    int below = depth_sum(n - 1);
    return below + local[n];
}

int main(void)
{
    int n = 3;
    int a[n];
    int m[n][n];
    int (*p)[n] = m;
    int calls = 0;

    n = 7;                              /* does not resize anything */
    assert(sizeof a == 3 * sizeof(int));
    assert(sizeof m == 9 * sizeof(int));
    assert(sizeof m[0] / sizeof m[0][0] == 3);
    assert(sizeof *p == 12);
    assert(sizeof(int[calls++ + 2]) == 8 && calls == 1);

    for (int i = 0; i < 3; i++) {
        a[i] = i;
        for (int j = 0; j < 3; j++)
            m[i][j] = 3 * i + j;
    }
    assert(diagonal(3, m) == 12);
    assert(p[1][2] == 5 && (*(p + 2))[0] == 6);
    assert(a[2] == 2);
    assert(depth_sum(4) == 10);

    for (int k = 1; k <= 3; k++) {
        char b[k];
        assert(sizeof b == (unsigned long)k);
        b[k - 1] = 1;
        assert(b[k - 1] == 1);
    }
    return 0;
}
