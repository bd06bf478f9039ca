/* dirname cuts the text that it is given, here a copy. */
#include <assert.h>
#include <libgen.h>
#include <string.h>
int main(void)
{
    char path[] = "/usr/lib";
    char copy[] = "/usr/lib";
    char *folder = dirname(copy);
    assert(strcmp(folder, "/usr") == 0);
    assert(strcmp(path, "/usr/lib") == 0);
    return 0;
}
