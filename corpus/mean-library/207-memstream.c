// POSIX fmemopen/open_memstream: streams on memory behave like files, with end of file and positions.
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void)
{
	char src[] = "ab", *out = NULL;
	size_t len = 0;
	FILE *f = fmemopen(src, 2, "r");
	assert(f && fgetc(f) == 'a' && ftell(f) == 1 && fgetc(f) == 'b');
	assert(!feof(f) && fgetc(f) == EOF && feof(f));
	rewind(f);
	assert(!feof(f) && fgetc(f) == 'a');
	fclose(f);
	FILE *g = open_memstream(&out, &len);
	assert(g && fprintf(g, "%d", 123) == 3 && fflush(g) == 0);
	assert(len == 3 && strcmp(out, "123") == 0);
	fclose(g);
	free(out);
	return 0;
}
