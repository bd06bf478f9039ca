// Assembly without instructions does what its operands say: it hides a value from the optimiser, or copies it.
#include <assert.h>

int a;

int main(void) {
    int x = 1, y = 2, *p = &a;
    __asm__ volatile("" : "+r"(x) : : "memory");
    assert(x == 1);
    __asm__("" : "=r"(x), "=r"(y) : "0"(y), "1"(7));
    assert(x == 2 && y == 7);
    __asm__("" : "+r"(p));
    *p = 4;
    __asm__ volatile("mfence" : "+m"(a) : "r"(x) : "memory");
    assert(a == 4);
    if (x == 3)
        __asm__("incl %0" : "+r"(x));
    return 0;
}
