/* The native side: makes an environment, runs one recipe, and writes what it sees to a descriptor that no recipe knows. */
#include <fcntl.h>
#include <grp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <unistd.h>

enum { LOG = 100 };

static void see(long long value)
{
    int error = errno;
    char text[32];
    int length = snprintf(text, sizeof text, "%lld\n", value);
    if (write(LOG, text, length) != length)
        _exit(99);
    errno = error;
}

static void done(void)
{
    if (write(LOG, "done\n", 5) != 5)
        _exit(99);
    _exit(0);
}

static void descriptor_is(int fd, const char *path, int flags)
{
    int got = open(path, flags, 0644);
    if (got < 0)
        _exit(98);
    if (got != fd) {
        dup2(got, fd);
        close(got);
    }
}

static void limit(int what, unsigned long most)
{
    struct rlimit limits = { most, most };
    if (setrlimit(what, &limits))
        _exit(97);
}

/* Uses some stack, so that it need not grow where memory is short. */
static void use_stack(void)
{
    volatile char much[300000];
    for (unsigned i = 0; i < sizeof much; i += 1000)
        much[i] = 1;
}

static unsigned long memory_now(void)
{
    unsigned long pages = 0;
    FILE *file = fopen("/proc/self/statm", "r");
    if (!file || fscanf(file, "%lu", &pages) != 1)
        _exit(96);
    fclose(file);
    return pages * 4096;
}

static void environment(const char *name)
{
    alarm(10);
    dup2(1, LOG);
    if (!strcmp(name, "empty")) {
        descriptor_is(0, "/dev/null", O_RDONLY);
        descriptor_is(1, "/dev/full", O_RDWR);
        descriptor_is(2, "/dev/full", O_RDWR);
        return;
    }
    descriptor_is(0, "input", O_RDONLY);
    descriptor_is(1, "out", O_RDWR | O_CREAT);
    descriptor_is(2, "/dev/null", O_RDWR);
    if (!strcmp(name, "closed")) {
        close(0);
        close(1);
        close(2);
    } else if (!strcmp(name, "descriptors")) {
        limit(RLIMIT_NOFILE, 3);
    } else if (!strcmp(name, "sizes")) {
        signal(SIGXFSZ, SIG_IGN);
        limit(RLIMIT_FSIZE, 0);
    } else if (!strcmp(name, "memory")) {
        use_stack();
        limit(RLIMIT_AS, memory_now());
    } else if (!strcmp(name, "locked")) {
        descriptor_is(0, "folder", O_RDONLY);
        descriptor_is(1, "/dev/null", O_RDONLY);
        chmod("file", 0);
        chmod("folder", 0);
        chmod(".", 0555);
        if (geteuid() == 0 && (setgroups(0, 0) || setgid(65534) || setuid(65534)))
            _exit(95);
    } else if (!strcmp(name, "pipes")) {
        int in[2], out[2];
        if (pipe(in) || write(in[1], "7\n", 2) != 2 || pipe(out))
            _exit(94);
        signal(SIGPIPE, SIG_IGN);
        dup2(in[0], 0);
        dup2(out[1], 1);
        close(in[0]);
        close(in[1]);
        close(out[0]);
        close(out[1]);
    } else if (!strcmp(name, "numbers")) {
        descriptor_is(0, "numbers", O_RDONLY);
    }
}
