// POSIX fseek: before the beginning there is nothing; ftell tells where a stream was put. What cannot seek never does.
#include <assert.h>
#include <stdio.h>
#include <errno.h>

int main(void)
{
    FILE *f = fopen("x", "r+");
    FILE *t = tmpfile();
    if (t)
        assert(fseek(t, -1, SEEK_SET) == -1 && errno == EINVAL && fseek(t, 0, 77) == -1);
    if (!f)
        return 0;
    assert(fseek(f, -1, SEEK_SET) == -1);
    if (fseek(f, 5, SEEK_SET) == 0) {
        assert(ftell(f) == 5 && !feof(f));
        int c = fgetc(f);
        assert(ftell(f) == 5 + (c != EOF));
    } else {
        assert(errno == ESPIPE && ftell(f) == -1 && errno == ESPIPE);
    }
    if (fseek(f, 0, SEEK_END) == 0)
        assert(ftell(f) == ftell(f));
    return 0;
}
