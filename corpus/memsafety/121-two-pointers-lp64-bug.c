/* Eight bytes are not enough for two pointers of 64 bits. The program before is the same one with 32 bits. */
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
