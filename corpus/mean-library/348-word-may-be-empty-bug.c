/* A word that %3s reads has one to three characters, but one of them may be the null character: strlen may be 0. */
#include <assert.h>
#include <stdio.h>
#include <string.h>

int main(void)
{
    char word[4];
    if (scanf("%3s", word) == 1)
        assert(strlen(word) > 0);
    return 0;
}
