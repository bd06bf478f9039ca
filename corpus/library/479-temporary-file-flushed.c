// After output has arrived only reading can fail.
#include <assert.h>
#include <stdio.h>

int main(void)
{
    FILE *f = tmpfile();
    if (!f || fwrite("abc", 1, 3, f) != 3 || fseek(f, 1, SEEK_SET) != 0)
        return 0;
    int c = fgetc(f);
    assert(c == 'b' || ferror(f));
    if (c == 'b') {
        assert(ftell(f) == 2);
        assert(ungetc('z', f) == 'z' && ftell(f) == 1);
        assert(fgetc(f) == 'z' && ftell(f) == 2);
        assert(fseek(f, -3, SEEK_CUR) == -1);
        assert(fseek(f, 0, SEEK_END) == 0 && ftell(f) == 3);
        assert(fgetc(f) == EOF);
    }
    return 0;
}
