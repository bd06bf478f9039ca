/* A string hash that adds plain char values gives a different result for bytes above
 * 127 than its unsigned twin: the assertion that both agree fails on the last string. */
#include <assert.h>

static unsigned hash_plain(const char *s)
{
    unsigned h = 5381;
    while (*s)
        h = h * 33 + *s++;
    return h;
}

static unsigned hash_bytes(const char *s)
{
    unsigned h = 5381;
    while (*s)
        h = h * 33 + (unsigned char)*s++;
    return h;
}

int main(void)
{
    static const char *const words[] = { "", "raddle", "\x7f", "caf\xe9" };

    for (unsigned i = 0; i < sizeof words / sizeof *words; i++)
        assert(hash_plain(words[i]) == hash_bytes(words[i]));
    return 0;
}
