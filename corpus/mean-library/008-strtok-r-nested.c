// POSIX strtok_r: the state is in saveptr, so nested tokenisers do not disturb each other.
#include <assert.h>
#include <string.h>

int main(void)
{
	char s[] = "a b;c d";
	char *o, *i;
	int n = 0, m = 0;
	for (char *p = strtok_r(s, ";", &o); p; p = strtok_r(NULL, ";", &o)) {
		n++;
		for (char *q = strtok_r(p, " ", &i); q; q = strtok_r(NULL, " ", &i))
			m++;
	}
	assert(n == 2 && m == 4);
	return 0;
}
