// mprotect takes whole pages.
#include <errno.h>
#include <sys/mman.h>
extern void reach_error(void);

int main(void)
{
    char *at = mmap(0, 8192, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (at == MAP_FAILED)
        return 0;
    if (mprotect(at + 1, 4096, PROT_READ | PROT_WRITE) != -1 || errno != EINVAL)
        reach_error();
    return 0;
}
