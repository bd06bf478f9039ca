// C11 7.21.6.2: field widths split digits, %i takes prefixes, %c does not skip white space.
#include <assert.h>
#include <stdio.h>
#include <string.h>

int main(void)
{
	int a, b, c;
	char x, y, s[4];
	assert(sscanf("12345", "%2d%3d", &a, &b) == 2 && a == 12 && b == 345);
	assert(sscanf("0x1f 017 12", "%i %i %i", &a, &b, &c) == 3 && a == 31 && b == 15 && c == 12);
	assert(sscanf("a b", "%c%c", &x, &y) == 2 && x == 'a' && y == ' ');
	assert(sscanf("  z", " %c", &x) == 1 && x == 'z');
	assert(sscanf("hello", "%3s%c", s, &x) == 2 && strcmp(s, "hel") == 0 && x == 'l');
	assert(sscanf("ff 17", "%x%o", &a, &b) == 2 && a == 255 && b == 15);
	return 0;
}
