/* dirname cuts the text that it is given: it is shorter afterwards. */
#include <assert.h>
#include <libgen.h>
#include <string.h>
int main(void)
{
    char path[] = "/usr/lib";
    char copy[] = "/usr/lib";
    char *folder = dirname(path);
    assert(strcmp(folder, "/usr") == 0);
    assert(strcmp(path, "/usr/lib") == 0);
    return 0;
}
