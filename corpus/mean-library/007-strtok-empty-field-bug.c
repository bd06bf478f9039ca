// C11 7.24.5.8: strtok gives no empty token between two separators (strsep would).
#include <assert.h>
#include <string.h>

int main(void)
{
	char s[] = "a,,b";
	char *p = strtok(s, ",");
	assert(strcmp(p, "a") == 0);
	p = strtok(NULL, ",");
	assert(*p == '\0');
	return 0;
}
