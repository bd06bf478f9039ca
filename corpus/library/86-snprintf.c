/* sprintf and snprintf with simple formats: the buffer contents, truncation with a
 * terminator, and the length that would have been written. */
#include <assert.h>
#include <stdio.h>
#include <string.h>

int main(void)
{
    char buf[16];

    assert(sprintf(buf, "%d-%s", 42, "ok") == 5);
    assert(strcmp(buf, "42-ok") == 0);
    assert(sprintf(buf, "%c%u%%", 'x', 7u) == 3);
    assert(strcmp(buf, "x7%") == 0);
    assert(snprintf(buf, 4, "%d", 123456) == 6);
    assert(strcmp(buf, "123") == 0);
    assert(snprintf(NULL, 0, "%s", "hello") == 5);
    assert(snprintf(buf, sizeof buf, "%x", 255) == 2 && buf[1] == 'f' && buf[2] == 0);
    assert(snprintf(buf, sizeof buf, "%ld", -5000000000L) == 11 && strcmp(buf, "-5000000000") == 0);
    return 0;
}
