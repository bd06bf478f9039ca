// snprintf without a buffer says how long the text is, and asprintf makes room for it.
#define _GNU_SOURCE
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void)
{
    char *text;
    int length = asprintf(&text, "%s-%05.1f|%x", "ab", 2.25, 255);
    assert(length == snprintf(NULL, 0, "%s-%05.1f|%x", "ab", 2.25, 255));
    assert(!strcmp(text, "ab-002.2|ff"));
    free(text);
    return 0;
}
