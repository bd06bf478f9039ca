/* ungetc clears the end-of-file indicator, and the character comes out next (C11 7.21.7.10). The end is gone then. */
#include <assert.h>
#include <stdio.h>

int main(void)
{
    if (getchar() != EOF || !feof(stdin))
        return 0;
    assert(ungetc('q', stdin) == 'q');
    assert(feof(stdin));
    assert(getchar() == 'q');
    return 0;
}
