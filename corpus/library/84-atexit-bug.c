/* Functions registered with atexit run when main returns, last registered first: the
 * check runs before the clean-up it relies on.  FALSE in every run. */
#include <assert.h>
#include <stdlib.h>

static int open_files = 1;

static void check(void) { assert(open_files == 0); }
static void close_all(void) { open_files = 0; }

int main(void)
{
    atexit(close_all);
    atexit(check);              /* should be registered first */
    return 0;
}
