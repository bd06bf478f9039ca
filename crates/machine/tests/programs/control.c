// Control flow: switch, goto, loops, recursion, short circuit, statement expressions, variadic functions.
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

static int fib(int n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }

static int classify(int x) {
    switch (x) {
    case 0: return 0;
    case 1:
    case 2: x += 10; /* falls through */
    case 3 ... 5: x *= 2; break;
    default: x = -1;
    }
    return x;
}

static int total(int n, ...) {
    va_list args;
    va_start(args, n);
    int sum = 0;
    for (int i = 0; i < n; i++) sum += i % 2 ? (int)va_arg(args, double) : va_arg(args, int);
    va_end(args);
    return sum;
}

static int calls;
static int truth(int x) { calls++; return x; }

int main(void) {
    printf("%d\n", fib(15));
    for (int i = -1; i < 7; i++) printf("%d ", classify(i));
    printf("\n%d\n", total(4, 1, 2.5, 3, 4.5));
    int r = (truth(0) && truth(1)) || (truth(1) && !truth(0));
    printf("%d %d\n", r, calls);
    int n = 0;
again:
    if (n++ < 5) goto again;
    do { n += 2; if (n == 10) continue; } while (n < 13);
    printf("%d\n", n);
    int v = ({ int t = n * 2; t + 1; });
    printf("%d %d\n", v, n ?: 7);
    int size = n;
    int vla[size];
    for (int i = 0; i < size; i++) vla[i] = i;
    printf("%zu %d\n", sizeof vla, vla[size - 1]);
    int *heap = malloc(10 * sizeof *heap);
    for (int i = 0; i < 10; i++) heap[i] = i;
    heap = realloc(heap, 20 * sizeof *heap);
    heap[19] = 1;
    printf("%d %d\n", heap[9], heap[19]);
    free(heap);
    int *zeros = calloc(4, 4);
    printf("%d\n", zeros[3]);
    free(zeros);
    static int kept = 3;
    printf("%d\n", ++kept);
    for (int i = 0, j = 10; i < j; i++, j--) if (i == 3) { printf("%d %d\n", i, j); break; }
    exit(3);
}
