/* strlen, strcpy, strncpy (pads with zeros), strcat, strncat, strcmp, strncmp, strchr,
 * strrchr, strstr, strdup and strnlen on small strings. */
#define _GNU_SOURCE
#include <assert.h>
#include <stdlib.h>
#include <string.h>

int main(void)
{
    char buf[12];
    const char *path = "/usr/lib/x.so";
    char *copy;

    assert(strlen("") == 0 && strlen(path) == 13);
    assert(strcpy(buf, "ab") == buf && buf[2] == '\0');
    memset(buf, '#', sizeof buf);
    strncpy(buf, "hi", 5);
    assert(buf[1] == 'i' && buf[2] == 0 && buf[4] == 0 && buf[5] == '#');
    assert(strcmp(strcat(buf, "-fi"), "hi-fi") == 0);
    strncat(buf, "xyz", 2);
    assert(strcmp(buf, "hi-fixy") == 0);

    assert(strcmp("abc", "abd") < 0 && strcmp("b", "abc") > 0 && strcmp("a", "a") == 0);
    assert(strcmp("ab", "abc") < 0);
    assert(strncmp("abcX", "abcY", 3) == 0 && strncmp("abcX", "abcY", 4) < 0);
    assert(strncmp("a", "b", 0) == 0);
    assert(strcmp("\xff", "a") > 0);

    assert(strchr(path, '/') == path && strrchr(path, '/') == path + 8);
    assert(strchr(path, 'z') == NULL && *strchr(path, '\0') == 0);
    assert(strstr(path, "lib") == path + 5 && strstr(path, "lob") == NULL);
    assert(strstr(path, "") == path);

    copy = strdup("dup");
    assert(strcmp(copy, "dup") == 0);
    copy[0] = 'c';
    assert(copy[0] == 'c' && strlen(copy) == 3);
    free(copy);
    assert(strnlen("hello", 3) == 3 && strnlen("hi", 9) == 2);
    return 0;
}
