// C11 7.24.2.4: strncpy does not terminate when the source has n or more characters.
#include <assert.h>
#include <string.h>

int main(void)
{
	char b[4] = { 'q', 'q', 'q', 'q' };
	const char *src = "abc";
	strncpy(b, src, strlen(src));
	assert(b[2] == 'c');
	assert(b[3] == '\0');
	return 0;
}
