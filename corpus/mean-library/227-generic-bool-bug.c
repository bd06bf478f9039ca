// C11 6.5.8p6, 6.4.4.4: a comparison has type int, as has a character constant.
#include <assert.h>

#define T(e) _Generic((e), _Bool: 1, char: 2, int: 3, default: 0)
int main(void)
{
	_Bool b = 1;
	assert(T(b) == 1 && T('a') == 3 && T(!b) == 3);
	assert(T(b == b) == 1);
	return 0;
}
