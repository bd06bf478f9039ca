// C11 7.21.6.2p16: scanf returns the number of assigned items or EOF; what was not assigned keeps its value.
#include <assert.h>
#include <stdio.h>

int main(void)
{
	int a = 77, b = 88;
	int r = scanf("%d%d", &a, &b);
	assert(r == 2 || r == 1 || r == 0 || r == EOF);
	if (r < 1)
		assert(a == 77);
	if (r < 2)
		assert(b == 88);
	return 0;
}
