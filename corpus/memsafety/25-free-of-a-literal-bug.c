/* A string literal is not allocated. */
#include <stdlib.h>

struct entry { char *text; };

static void destroy(struct entry *entry)
{
    free(entry->text);
}

int main(void)
{
    struct entry entry = { "constant" };

    destroy(&entry);
    return 0;
}
