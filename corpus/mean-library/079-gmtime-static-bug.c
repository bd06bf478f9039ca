// C11 7.27.3p1, gmtime(3): the second call overwrites the static result of the first.
#include <assert.h>
#include <time.h>

int main(void)
{
	time_t z = 0, later = 951782400;
	struct tm *p = gmtime(&z);
	assert(p->tm_year == 70);
	struct tm *q = gmtime(&later);
	assert(q->tm_year == 100);
	assert(p->tm_year == 70);
	return 0;
}
