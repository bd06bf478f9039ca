/* The text of an id begins with a digit that nobody knows.  FALSE. */
#include <assert.h>
#include <pthread.h>
#include <stdio.h>

int main(void)
{
    char text[32];
    snprintf(text, sizeof text, "%lu", (unsigned long)pthread_self());
    assert(text[0] == '1');
    return 0;
}
