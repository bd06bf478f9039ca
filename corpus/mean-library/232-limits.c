// C11 5.2.4.2.1, 7.8, 7.20 on x86-64 LP64: ranges and types of the fixed-width macros, inttypes conversions.
#include <assert.h>
#include <limits.h>
#include <stdint.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <errno.h>

int main(void)
{
	char b[48];
	assert(CHAR_BIT == 8 && CHAR_MIN == -128 && INT_MIN == -INT_MAX - 1 && LONG_MAX == INT64_MAX);
	assert(sizeof(int_least16_t) == 2 && sizeof(int_fast16_t) == 8 && sizeof(intptr_t) == 8 && SIZE_MAX == ULONG_MAX);
	assert(UINT8_MAX - 256 < 0 && UINT32_MAX + 1 == 0 && UINT32_C(1) - 2 > 0 && sizeof(INT64_C(1)) == 8);
	assert((int8_t)128 == -128 && (uint16_t)-1 == 65535);
	snprintf(b, sizeof b, "%" PRId64 " %" PRIx8 " %" PRIu32, INT64_MIN, (uint8_t)0xff, UINT32_MAX);
	assert(strcmp(b, "-9223372036854775808 ff 4294967295") == 0);
	imaxdiv_t d = imaxdiv(-7, 3);
	assert(d.quot == -2 && d.rem == -1 && imaxabs(-5) == 5 && strtoimax("-0x10", NULL, 16) == -16);
	return 0;
}
