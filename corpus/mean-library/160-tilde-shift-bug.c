// C11 6.3.1.1: ~ works on the promoted int, so the shifted bits are ones.
#include <assert.h>
#include <stdint.h>

int main(void)
{
	uint8_t x = 0x5a;
	uint8_t good = (uint8_t)~x >> 4;
	assert(good == 0x0a);
	uint8_t y = ~x >> 4;
	assert(y == 0x0a);
	return 0;
}
