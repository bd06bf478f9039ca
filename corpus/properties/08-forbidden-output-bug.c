// The forbidden function prints, and nobody looks at its result.
#include <stdio.h>

int main(void) {
    puts("a");
    return 0;
}
