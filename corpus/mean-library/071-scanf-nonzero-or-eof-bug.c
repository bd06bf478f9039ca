// C11 7.21.6.2p16: scanf returns 0 when the input does not match: fails for the input "x".
#include <assert.h>
#include <stdio.h>

int main(void)
{
	int a = 0;
	int r = scanf("%d", &a);
	assert(r == 1 || r == EOF);
	return 0;
}
