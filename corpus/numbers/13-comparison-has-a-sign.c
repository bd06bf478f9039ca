// Of the result of a comparison only the sign is fixed.
#include <assert.h>
#include <string.h>
#include <strings.h>

int main(void)
{
    assert(strcmp("a", "c") < 0 && strcmp("b", "ab") > 0 && strcmp("x", "x") == 0);
    assert(strncmp("abc", "abd", 2) == 0 && memcmp("ab", "aa", 2) > 0 && strcasecmp("AB", "ac") < 0);
    return 0;
}
