// A failing assertion ends the program, but it is not a call of `abort` that the program makes.
#include <assert.h>
#include <stdlib.h>

int __VERIFIER_nondet_int(void);

int main(void) {
    int limit = __VERIFIER_nondet_int();
    assert(limit >= 0);
    if (limit < 0)
        abort();
    return 0;
}
