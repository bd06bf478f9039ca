// C11 7.21.7.2: the line may begin with a null byte: fails for an input that starts with '\0'.
#include <assert.h>
#include <stdio.h>
#include <string.h>

int main(void)
{
	char b[8];
	if (fgets(b, 8, stdin))
		assert(strlen(b) > 0);
	return 0;
}
