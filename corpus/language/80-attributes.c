/* GNU attributes: packed and aligned change the layout, the others (unused, pure,
 * noinline, format, fallthrough) change nothing. */
#include <assert.h>
#include <stddef.h>
#include <stdint.h>

struct __attribute__((packed)) wire {
    uint8_t kind;
    uint32_t length;
    uint16_t port;
};

struct loose { char c; int i __attribute__((packed)); short s; };
struct nested { char c; struct wire w; int after; };
struct __attribute__((packed, aligned(4))) both { char c; int i; };

static int __attribute__((noinline, pure)) twice(int x) { return 2 * x; }
static void ignore(int x __attribute__((unused))) {}
__attribute__((format(printf, 1, 2), unused)) static void log_it(const char *f, ...) {}
static int gone __attribute__((unused));

static int pick(int n)
{
    int r = 0;
    switch (n) {
    case 1:
        r = 5;
        __attribute__((fallthrough));
    case 2:
        r += twice(n);
    }
    return r;
}

int main(void)
{
    struct wire w = { 1, 0x11223344, 80 };
    struct wire ws[2] = { [1] = { 9, 8, 7 } };
    unsigned char *raw = (unsigned char *)&w;
    int unused_local __attribute__((unused)) = 3;

    assert(sizeof(struct wire) == 7 && offsetof(struct wire, length) == 1 && offsetof(struct wire, port) == 5);
    assert(raw[1] == 0x44 && raw[4] == 0x11 && raw[5] == 80);
    w.length++;
    assert(w.length == 0x11223345 && w.kind == 1 && w.port == 80);
    assert(((unsigned char *)ws)[7] == 9 && ws[1].port == 7);
    assert(offsetof(struct loose, i) == 1 && offsetof(struct loose, s) == 6 && sizeof(struct loose) == 8);
    assert(offsetof(struct nested, w) == 1 && offsetof(struct nested, after) == 8 && sizeof(struct nested) == 12);
    assert(sizeof(struct both) == 8 && offsetof(struct both, i) == 1 && _Alignof(struct both) == 4);
    ignore(3);
    log_it("%d", 4);
    assert(pick(1) == 7 && pick(2) == 4 && pick(3) == 0);
    return 0;
}
