// C11 6.5.2.3 fn 95, x86: unions reinterpret bytes, little endian; memcpy of float bits; struct and array values are
// copied.
#include <assert.h>
#include <string.h>
#include <stdint.h>

struct w { int a[3]; };
static struct w inc(struct w x) { x.a[0]++; return x; }
int main(void)
{
	union { uint32_t u; uint8_t b[4]; float f; } v = { .u = 0x01020304 };
	assert(v.b[0] == 4 && v.b[3] == 1);
	v.b[3] = 0xff;
	assert(v.u == 0xff020304);
	v.f = 1.0f;
	assert(v.u == 0x3f800000);
	double d = -2.0;
	uint64_t q;
	memcpy(&q, &d, 8);
	assert(q == 0xc000000000000000);
	struct w x = { { 1, 2, 3 } }, y = inc(x);
	assert(x.a[0] == 1 && y.a[0] == 2 && inc(y).a[0] == 3 && y.a[2] == 3);
	return 0;
}
