// What was written to a temporary file is read from it again, as far as it has arrived; nobody else can write there.
#include <assert.h>
#include <stdio.h>
#include <string.h>

int main(void)
{
    char b[8] = "";
    FILE *f = tmpfile();
    if (!f || fputc('a', f) != 'a' || fputs("bc", f) < 0)
        return 0;
    assert(ftell(f) == 3);
    rewind(f);
    int c = fgetc(f);
    assert(c == 'a' || c == EOF);
    if (fseek(f, 0, SEEK_SET) != 0)
        return 0;
    if (fgets(b, 8, f))
        assert(strcmp(b, "abc") == 0 || strcmp(b, "ab") == 0 || strcmp(b, "a") == 0);
    return 0;
}
