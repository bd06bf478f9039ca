// C11 7.24.5.8: strtok skips leading separators, so there are no empty tokens; it cuts the string.
#include <assert.h>
#include <string.h>

int main(void)
{
	char s[] = ",a,,b,";
	char *p = strtok(s, ",");
	assert(p == s + 1 && strcmp(p, "a") == 0);
	p = strtok(NULL, ",");
	assert(p == s + 4 && strcmp(p, "b") == 0);
	assert(strtok(NULL, ",") == NULL);
	assert(s[0] == ',' && s[2] == 0 && s[3] == ',' && s[5] == 0);
	return 0;
}
