// printf with every flag.
#include <stddef.h>
#include <stdio.h>
#include <string.h>

int main(void) {
    char buffer[64];
    int n = 0;
    printf("[%5d] [%-5d] [%05d] [%+d] [% d] [%x] [%X] [%#x] [%o] [%#o]\n", 42, 42, 42, 42, 42, 255, 255, 255, 8, 8);
    printf("[%.3d] [%8.3d] [%-8.3d] [%08.3d] [%.0d]\n", 7, 7, 7, 7, 0);
    printf("[%*d] [%-*d] [%.*f]\n", 6, 1, 6, 1, 2, 3.14159);
    printf("[%*d]\n", -6, 5);
    printf("[%hhd] [%hd] [%ld] [%lld] [%zu] [%td]\n", 300, 70000, -5L, -5LL, (size_t)9, (ptrdiff_t)-9);
    printf("[%hhu] [%hu] [%lu] [%llu]\n", 300, 70000, 5UL, 5ULL);
    printf("[%c] [%5c] [%-5c]|\n", 'a', 'b', 'c');
    printf("[%s] [%10s] [%-10s] [%.2s] [%10.3s]\n", "hello", "hello", "hello", "hello", "hello");
    printf("%d%%\n", 50);
    printf("abc%ndef\n", &n);
    printf("%d\n", n);
    int r = sprintf(buffer, "%d-%s", 12, "xy");
    printf("%d %s %zu\n", r, buffer, strlen(buffer));
    r = snprintf(buffer, 4, "%s", "truncated");
    printf("%d %s\n", r, buffer);
    r = snprintf(NULL, 0, "%d", 12345);
    printf("%d\n", r);
    r = printf("%s", "");
    printf("%d %d\n", r, printf("xyz\n"));
    printf("%p\n", (void *)0);
    puts("puts");
    putchar('!');
    putchar('\n');
    printf("%u %o %x\n", -1, -1, -1);
    return n;
}
