// The forbidden function is one of the library: what happens at the call does not matter, the call is the error.
#include <stdlib.h>

int __VERIFIER_nondet_int(void);

int main(void) {
    int limit = __VERIFIER_nondet_int();
    if (limit < 0)
        abort();
    return 0;
}
