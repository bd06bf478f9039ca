// opendir opens a descriptor, so that the next file has another number than the one before plus one.
#include <assert.h>
#include <dirent.h>
#include <fcntl.h>

int main(void)
{
    int a = open("a", O_RDONLY);
    DIR *d = opendir("d");
    int b = open("b", O_RDONLY);
    if (a >= 0 && d && b >= 0)
        assert(b == a + 1);
    return 0;
}
