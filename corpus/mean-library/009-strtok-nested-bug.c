// C11 7.24.5.8: strtok has one state; after the inner sequence is exhausted the outer loop gets NULL, n is 1.
#include <assert.h>
#include <string.h>

int main(void)
{
	char s[] = "a b;c d";
	int n = 0, m = 0;
	for (char *p = strtok(s, ";"); p; p = strtok(NULL, ";")) {
		n++;
		for (char *q = strtok(p, " "); q; q = strtok(NULL, " "))
			m++;
	}
	assert(m >= 2);
	assert(n == 2);
	return 0;
}
