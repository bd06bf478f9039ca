/* __label__ declares labels local to a block, so a macro that contains a loop with a
 * label can be expanded twice in one function. */
#include <assert.h>

#define FIND(array, n, v) ({                                    \
        __label__ done;                                         \
        int i_, r_ = -1;                                        \
        for (i_ = 0; i_ < (n); i_++)                            \
            if ((array)[i_] == (v)) { r_ = i_; goto done; }     \
done:                                                           \
        r_; })

int main(void)
{
    int a[] = { 4, 8, 15, 16 };

    assert(FIND(a, 4, 15) == 2);
    assert(FIND(a, 4, 5) == -1);
    {
        __label__ out;
        int n = 0;
out:
        if (++n < 3)
            goto out;
        assert(n == 3);
    }
    return 0;
}
