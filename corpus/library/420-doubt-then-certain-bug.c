/* What a pipe takes is not modelled exactly, so nobody believes the first failure that is found.
 * The second one, on the other branch, is real: a file that cannot be opened is -1.  FALSE. */
#include <assert.h>
#include <fcntl.h>
#include <unistd.h>

extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int p[2], f, i;

    if (__VERIFIER_nondet_int()) {
        if (pipe(p) == 0)
            assert(write(p[1], "abc", 3) == 3);
    } else {
        for (i = 0; i < 6; i++)
            ;
        f = open("some-file", O_RDONLY);
        assert(f >= 0);
    }
    return 0;
}
