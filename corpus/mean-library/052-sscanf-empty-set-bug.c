// C11 7.21.6.2p12: %[ needs a nonempty match, so an empty field stops everything.
#include <assert.h>
#include <stdio.h>

int main(void)
{
	char k[8] = "", v[8] = "";
	assert(sscanf("k:v", "%7[^:]:%7s", k, v) == 2);
	assert(sscanf(":v", "%7[^:]:%7s", k, v) == 2);
	return 0;
}
