// C11 7.22.5.2: qsort touches only its nmemb elements; the halves are disjoint.
#include <assert.h>
#include <stdlib.h>
#include <pthread.h>

static int v[4] = { 2, 1, 4, 3 };
static int cmp(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }
static void *t(void *p)
{
	qsort(v + 2, 2, sizeof v[0], cmp);
	return p;
}
int main(void)
{
	pthread_t a;
	pthread_create(&a, NULL, t, NULL);
	qsort(v, 2, sizeof v[0], cmp);
	pthread_join(a, NULL);
	assert(v[0] == 1 && v[1] == 2 && v[2] == 3 && v[3] == 4);
	return 0;
}
