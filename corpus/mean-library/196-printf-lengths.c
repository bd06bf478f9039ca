// C11 7.21.6.1p7: the length modifiers convert the promoted argument back: hh to char, h to short.
#include <assert.h>
#include <stdio.h>
#include <string.h>
#include <stdint.h>
#include <stddef.h>

int main(void)
{
	char b[48];
	sprintf(b, "%hhd %hhu %hd %hx", 300, -1, 65537, -1);
	assert(strcmp(b, "44 255 1 ffff") == 0);
	sprintf(b, "%ld %lu %llx", -1L, 1UL << 63, 0x123456789abcULL);
	assert(strcmp(b, "-1 9223372036854775808 123456789abc") == 0);
	sprintf(b, "%zu %td %jd", sizeof(long), (ptrdiff_t)-2, (intmax_t)3);
	assert(strcmp(b, "8 -2 3") == 0);
	sprintf(b, "%u %x", -1, -1);
	assert(strcmp(b, "4294967295 ffffffff") == 0);
	return 0;
}
