// Getopt(3): glibc permutes operands behind options unless POSIXLY_CORRECT is in the environment: fails when it is.
#include <assert.h>
#include <unistd.h>

int main(void)
{
	char *v[] = { "p", "x", "-a", NULL };
	int c = getopt(3, v, "a");
	assert(c == 'a' || c == -1);
	assert(c == 'a');
	return 0;
}
