/* The copy of the record shares the text, and both are destroyed. */
#include <stdlib.h>
#include <string.h>

struct record { char *text; };

static void destroy(struct record *record)
{
    free(record->text);
}

int main(void)
{
    struct record a = { strdup("x") }, b;

    b = a;
    destroy(&a);
    destroy(&b);
    return 0;
}
