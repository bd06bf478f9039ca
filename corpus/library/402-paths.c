// The parts of a path, as <libgen.h> has them.
#include <assert.h>
#include <libgen.h>
#include <string.h>

int main(void)
{
    char a[] = "/usr/lib/", b[] = "/usr/lib/", c[] = "file", d[] = "/";
    assert(strcmp(dirname(a), "/usr") == 0 && strcmp(basename(b), "lib") == 0);
    assert(strcmp(dirname(c), ".") == 0 && strcmp(basename(d), "/") == 0);
    return 0;
}
