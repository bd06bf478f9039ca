// A stream that reads memory ends at its last byte or first zero; one that writes memory tells where it is when it is flushed or closed.
#define _GNU_SOURCE
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void)
{
    char text[] = "12 ab", word[8], *made = NULL;
    size_t size = 7;
    FILE *in = fmemopen(text, sizeof text, "r");
    if (!in)
        return 0;
    assert(fgetc(in) == '1' && ungetc('7', in) == '7' && ftell(in) == 0 && fgetc(in) == '7' && getc(in) == '2');
    assert(fgets(word, sizeof word, in) == word && strcmp(word, " ab") == 0);
    assert(fgetc(in) == EOF && feof(in) && !ferror(in));
    assert(fseek(in, 1, SEEK_SET) == 0 && !feof(in) && fgetc(in) == '2' && ftell(in) == 2);
    assert(fputc('x', in) == EOF);
    assert(fclose(in) == 0);
    FILE *out = open_memstream(&made, &size);
    if (!out)
        return 0;
    assert(fprintf(out, "%d-%s", 5, "x") == 3);
    assert(fputs("yz", out) >= 0 && putc('!', out) == '!' && fwrite("ab", 1, 2, out) == 2);
    assert(fflush(out) == 0 && size == 8 && strcmp(made, "5-xyz!ab") == 0);
    fprintf(out, "%s", "a text that is longer than all of the memory that there was before it");
    fclose(out);
    assert(size == 77 && made[76] == 't' && made[77] == 0);
    free(made);
    return 0;
}
