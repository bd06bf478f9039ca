// C11 7.24.2.4p3: strncpy fills up to n with null characters and writes nothing behind.
#include <assert.h>
#include <string.h>

int main(void)
{
	char b[6] = { 'z', 'z', 'z', 'z', 'z', 'q' };
	char *r = strncpy(b, "ab", 5);
	assert(r == b && b[0] == 'a' && b[1] == 'b');
	assert(b[2] == 0 && b[3] == 0 && b[4] == 0);
	assert(b[5] == 'q');
	return 0;
}
