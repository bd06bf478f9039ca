/* `#pragma pack(pop, name)` goes back to the push with that name, over all that came after it. */
#include <assert.h>

#pragma pack(push, outer, 4)
#pragma pack(push, 1)
#pragma pack(pop, outer)
struct b { char c; double d; };
int main(void)
{
	assert(sizeof(struct b) == 12);
	return 0;
}
