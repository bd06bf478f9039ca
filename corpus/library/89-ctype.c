/* Character classification and conversion in the C locale; only whether the result is
 * zero is asserted, since the non-zero values differ between libraries. */
#include <assert.h>
#include <ctype.h>

static int parse_hex(int c)
{
    if (isdigit(c))
        return c - '0';
    if (isxdigit(c))
        return tolower(c) - 'a' + 10;
    return -1;
}

int main(void)
{
    assert(isalpha('q') && isalpha('Q') && !isalpha('3') && !isalpha('_'));
    assert(isalnum('3') && isspace('\t') && isspace(' ') && !isspace('x'));
    assert(isupper('A') && !isupper('a') && islower('z') && !islower('Z'));
    assert(ispunct('!') && !ispunct('a') && isprint(' ') && !isprint('\n'));
    assert(iscntrl('\n') && isgraph('~') && !isgraph(' '));
    assert(toupper('b') == 'B' && toupper('B') == 'B' && tolower('X') == 'x' && toupper('1') == '1');
    assert(parse_hex('7') == 7 && parse_hex('F') == 15 && parse_hex('a') == 10 && parse_hex('g') == -1);
    return 0;
}
