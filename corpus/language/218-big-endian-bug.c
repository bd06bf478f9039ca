/* The members of this record are stored with the highest byte first. */
#include <assert.h>

struct __attribute__((scalar_storage_order("big-endian"))) big { int x; };
int main(void)
{
	struct big b;
	b.x = 1;
	assert(*(char *)&b == 1);
	return 0;
}
