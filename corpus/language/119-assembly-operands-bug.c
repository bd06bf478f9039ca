// The output is the input it is tied to, not its old value.
#include <assert.h>

int main(void) {
    int x = 1, y = 2;
    __asm__("" : "=r"(x) : "0"(y));
    assert(x == 1);
    return 0;
}
