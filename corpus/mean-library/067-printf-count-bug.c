// C11 7.21.6.3: printf may fail: fails when stdout is a full device or closed and not buffered.
#include <assert.h>
#include <stdio.h>

int main(void)
{
	setvbuf(stdout, NULL, _IONBF, 0);
	assert(printf("abc\n") == 4);
	return 0;
}
