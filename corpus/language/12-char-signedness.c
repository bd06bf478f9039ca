/* Plain char is signed on x86: bytes above 127 read from a string are negative, an
 * EOF-like -1 collides with the byte 0xFF, and casting to unsigned char repairs it. */
#include <assert.h>
#include <limits.h>

static int next_signed(const char *s, int i) { return s[i]; }
static int next_unsigned(const char *s, int i) { return (unsigned char)s[i]; }

int main(void)
{
    const char text[] = "a\xFF\x80z";
    char c = (char)200;
    unsigned char u = 200;

    assert(CHAR_MIN == -128 && CHAR_MAX == 127);
    assert(sizeof text == 5);
    assert(next_signed(text, 0) == 'a');
    assert(next_signed(text, 1) == -1);
    assert(next_signed(text, 2) == -128);
    assert(next_unsigned(text, 1) == 255);
    assert(next_unsigned(text, 2) == 128);
    assert(text[4] == '\0');

    assert(c != u);
    assert(c == -56);
    assert((unsigned char)c == u);
    assert('\xFF' == -1);
    assert('\377' == '\xff');
    assert('\0' == 0 && '\n' == 10 && '\\' == 92 && '\'' == 39 && '\a' == 7);
    assert('0' + 9 == '9');
    return 0;
}
