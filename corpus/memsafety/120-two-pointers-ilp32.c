/* Eight bytes are enough for two pointers of 32 bits. The next program is the same one with 64 bits. */
#include <stdlib.h>

struct pair { char *first, *second; };

int main(void)
{
    struct pair *pair = malloc(8);

    pair->first = NULL;
    pair->second = NULL;
    free(pair);
    return 0;
}
