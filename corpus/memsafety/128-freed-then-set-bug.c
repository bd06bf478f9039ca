/* The whole record is assigned through a pointer whose block is gone. */
#include <stdlib.h>

struct point { int x, y; };

int main(void)
{
    struct point *point = malloc(sizeof *point), zero = { 0, 0 };
    struct point *other = point;

    free(point);
    *other = zero;
    return 0;
}
