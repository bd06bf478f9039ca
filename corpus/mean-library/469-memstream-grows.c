/* The text of a memory stream has a zero behind it that its size does not count. */
#define _GNU_SOURCE
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
int main(void)
{
    char *text = 0;
    size_t size = 0;
    FILE *stream = open_memstream(&text, &size);
    if (!stream)
        return 0;
    if (fputs("ab", stream) >= 0 && fputc('c', stream) == 'c' && fclose(stream) == 0) {
        assert(size == 3);
        assert(text[2] == 'c' && text[3] == 0);
    }
    return 0;
}
