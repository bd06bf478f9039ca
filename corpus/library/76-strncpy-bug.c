/* strncpy does not terminate a string that fills the buffer: the byte behind it, which
 * is not zero here, becomes part of the name, and the length is wrong. */
#include <assert.h>
#include <string.h>

struct entry { char name[4]; char tag[2]; };

static void set_name(struct entry *e, const char *name)
{
    strncpy(e->name, name, sizeof e->name);
}

int main(void)
{
    struct entry e = { "", "!" };

    set_name(&e, "abc");
    assert(strlen((char *)&e) == 3);
    set_name(&e, "abcd");
    assert(strlen((char *)&e) == 4);    /* 5: runs on into tag */
    return 0;
}
