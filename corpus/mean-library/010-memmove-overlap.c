// C11 7.24.2.2: memmove copies as if through a temporary array, in both directions.
#include <assert.h>
#include <string.h>

int main(void)
{
	char a[6] = "12345", b[6] = "12345";
	memmove(a + 1, a, 4);
	assert(strcmp(a, "11234") == 0);
	memmove(b, b + 2, 3);
	assert(strcmp(b, "34545") == 0);
	assert(memmove(b, b, 5) == b && b[4] == '5');
	return 0;
}
