/* String literals: length, terminator, concatenation, escapes, arrays initialised from
 * them with and without room for the terminator, pointers into them, and __func__. */
#include <assert.h>
#include <stddef.h>

static const char *const months[] = { "jan", "feb", "mar" };
static char buffer[8] = "abc";
static char exact[3] = "xyz";
static const wchar_t wide[] = L"h\u00e9";

static size_t length(const char *s)
{
    const char *p = s;
    while (*p)
        p++;
    return p - s;
}

static int same(const char *a, const char *b)
{
    while (*a && *a == *b)
        a++, b++;
    return *a == *b;
}

static const char *whoami(void) { return __func__; }

int main(void)
{
    const char *joined = "one" "-" "two";
    const char nul[] = "a\0b";
    char local[] = "mutable";

    assert(length("") == 0 && length("four") == 4);
    assert(sizeof "four" == 5);
    assert(same(joined, "one-two"));
    assert(sizeof nul == 4 && length(nul) == 1 && nul[2] == 'b');
    assert("0123456789abcdef"[11] == 'b');
    assert(*("hello" + 4) == 'o');
    assert("\x41\102C\t"[1] == 'B' && "\x41\102C\t"[3] == 9);

    assert(months[1][0] == 'f' && same(months[2], "mar"));
    assert(sizeof months / sizeof *months == 3);
    assert(buffer[2] == 'c' && buffer[3] == 0 && buffer[7] == 0 && sizeof buffer == 8);
    assert(sizeof exact == 3 && exact[2] == 'z');
    assert(wide[0] == 'h' && wide[1] == 0xE9 && sizeof wide == 12);

    local[0] = 'M';
    assert(same(local, "Mutable"));
    assert(same(whoami(), "whoami"));
    return 0;
}
