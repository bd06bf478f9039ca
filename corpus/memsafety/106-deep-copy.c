/* The copy of the record has a text of its own. */
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
    b.text = strdup(a.text);
    destroy(&a);
    destroy(&b);
    return 0;
}
