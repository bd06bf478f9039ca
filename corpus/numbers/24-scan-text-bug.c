// The set ends at the first character that is not in it.
#include <assert.h>
#include <stdio.h>
#include <string.h>

int main(void)
{
    char word[8];
    assert(sscanf("ab1c", "%7[a-z]", word) == 1 && strcmp(word, "ab"));
    return 0;
}
