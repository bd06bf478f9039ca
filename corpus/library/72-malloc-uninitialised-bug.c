/* malloc does not clear its memory: the content is any value, and counting on zero (as
 * one may after calloc) is a bug.  FALSE by the nondeterministic initial content. */
#include <assert.h>
#include <stdlib.h>

int main(void)
{
    int *cleared = calloc(1, sizeof *cleared);
    int *counter = malloc(sizeof *counter);

    assert(*cleared == 0);
    assert(*counter == 0);
    free(cleared);
    free(counter);
    return 0;
}
