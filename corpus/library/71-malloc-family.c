/* malloc, calloc, realloc, aligned_alloc and free: blocks are distinct, calloc's are
 * zero, realloc keeps the contents up to the smaller size, free(NULL) does nothing. */
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>

struct node { struct node *next; int v; };

int main(void)
{
    int *a = malloc(2 * sizeof *a);
    int *b = malloc(sizeof(int));
    int *z = calloc(3, sizeof *z);
    char *c;
    double *al;
    struct node *list = NULL;
    int sum = 0;

    assert(a && b && z && a != b);
    a[0] = 1;
    a[1] = 2;
    *b = 3;
    assert(a[0] == 1 && a[1] == 2);
    assert(z[0] == 0 && z[1] == 0 && z[2] == 0);

    a = realloc(a, 4 * sizeof *a);
    a[3] = 9;
    assert(a[0] == 1 && a[1] == 2 && a[3] == 9);
    a = realloc(a, sizeof *a);
    assert(a[0] == 1 && *b == 3);
    c = realloc(NULL, 4);
    c[3] = 'x';
    assert(c[3] == 'x');
    free(c);
    free(NULL);

    al = aligned_alloc(64, 64);
    assert((uintptr_t)al % 64 == 0);
    al[7] = 0.5;
    assert(al[7] == 0.5);
    free(al);

    for (int i = 0; i < 3; i++) {
        struct node *n = malloc(sizeof *n);
        *n = (struct node) { list, i };
        list = n;
    }
    while (list) {
        struct node *gone = list;
        sum = 10 * sum + gone->v;
        list = gone->next;
        free(gone);
    }
    assert(sum == 210);
    free(a);
    free(b);
    free(z);
    return 0;
}
