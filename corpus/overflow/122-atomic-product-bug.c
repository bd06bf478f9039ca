/* `*=` of an atomic object computes as `*` does, and stores the result if nobody was faster (C11 6.5.16.2, footnote): the product does not fit. Only the functions of
 * <stdatomic.h> wrap around. gcc -fsanitize=undefined says so when it runs. */
#include <limits.h>
#include <stdatomic.h>

static atomic_int scale = INT_MAX;

int main(void)
{
    scale *= 5;
    return 0;
}
