// Getopt_long(3): unique abbreviations, = arguments, flag pointers, missing arguments with a leading colon.
#include <assert.h>
#include <getopt.h>
#include <string.h>

int main(void)
{
	int quiet = 0, ix = -1;
	struct option o[] = { { "quiet", no_argument, &quiet, 9 }, { "out", required_argument, NULL, 'o' }, { 0 } };
	char *v[] = { "p", "--out=f", "--qui", "-oz", "--out", NULL };
	assert(getopt_long(5, v, ":o:", o, &ix) == 'o' && strcmp(optarg, "f") == 0 && ix == 1);
	assert(getopt_long(5, v, ":o:", o, &ix) == 0 && quiet == 9 && ix == 0);
	assert(getopt_long(5, v, ":o:", o, &ix) == 'o' && strcmp(optarg, "z") == 0);
	assert(getopt_long(5, v, ":o:", o, NULL) == ':');
	assert(getopt_long(5, v, ":o:", o, NULL) == -1 && optind == 5);
	return 0;
}
