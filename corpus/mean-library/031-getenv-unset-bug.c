// C11 7.22.4.6: which names are in the environment is the host's choice: fails when MEAN_UNLIKELY_NAME is set.
#include <assert.h>
#include <stdlib.h>

int main(void)
{
	assert(getenv("MEAN_UNLIKELY_NAME") == NULL);
	return 0;
}
