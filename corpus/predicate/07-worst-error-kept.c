/* The highest of all error codes is kept, and a flag says that there was one above nought.
 * What must be found: in front of every round the flag is set exactly if the code kept is above nought. */
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

struct status {
    _Bool failed;
    int code;
};

static struct status status;

static void note(int code)
{
    if (code <= status.code)
        return;
    status.failed = 1;
    status.code = code;
}

int main(void)
{
    while (1) {
        note(__VERIFIER_nondet_int());
        assert(status.failed == (status.code > 0));
    }
}
