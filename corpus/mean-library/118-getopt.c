// POSIX getopt: grouped options, attached and separate arguments, -- ends, unknown gives '?' and optopt.
#include <assert.h>
#include <unistd.h>
#include <string.h>

int main(void)
{
	char *v[] = { "p", "-ab1", "-b", "2", "-x", "--", "-a", NULL };
	opterr = 0;
	assert(getopt(7, v, "+ab:") == 'a');
	assert(getopt(7, v, "+ab:") == 'b' && strcmp(optarg, "1") == 0);
	assert(getopt(7, v, "+ab:") == 'b' && optarg == v[3] && optind == 4);
	assert(getopt(7, v, "+ab:") == '?' && optopt == 'x');
	assert(getopt(7, v, "+ab:") == -1 && optind == 6);
	assert(strcmp(v[optind], "-a") == 0);
	return 0;
}
