/* Type 0 is the rest of the whole object, type 1 that of the member. */
#include <assert.h>

struct s { char a[10], b[6]; };
int main(void)
{
	struct s s;
	assert(__builtin_object_size(s.a, 0) == 10);
	return 0;
}
