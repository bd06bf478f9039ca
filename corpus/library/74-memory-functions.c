/* memcpy, memmove with overlap in both directions, memset, memcmp and memchr on byte
 * buffers, structs and parts of arrays. */
#include <assert.h>
#include <string.h>

struct rec { int id; char name[4]; };

int main(void)
{
    unsigned char buf[8] = { 0, 1, 2, 3, 4, 5, 6, 7 };
    struct rec a = { 7, "abc" }, b;
    int words[3] = { 1, 2, 3 };
    float f = 1.0f;
    unsigned bits;

    assert(memmove(buf + 2, buf, 5) == buf + 2);
    assert(buf[0] == 0 && buf[1] == 1 && buf[2] == 0 && buf[6] == 4 && buf[7] == 7);
    memmove(buf, buf + 2, 5);
    assert(buf[0] == 0 && buf[1] == 1 && buf[4] == 4 && buf[5] == 3 && buf[6] == 4);

    assert(memcpy(&b, &a, sizeof b) == &b);
    assert(b.id == 7 && strcmp(b.name, "abc") == 0);
    assert(memcmp(&a, &b, sizeof a) == 0);
    b.name[0] = 'b';
    assert(memcmp(a.name, b.name, 3) < 0 && memcmp(b.name, a.name, 3) > 0);
    assert(memcmp("x", "y", 0) == 0);
    assert(memcmp("\x80", "\x01", 1) > 0);      /* bytes compare as unsigned */

    memset(&b, 0, sizeof b);
    assert(b.id == 0 && b.name[3] == 0);
    memset(words + 1, 0xFF, sizeof(int));
    assert(words[0] == 1 && words[1] == -1 && words[2] == 3);
    memset(buf, 0x101, 2);                      /* the value is converted to a byte */
    assert(buf[0] == 1 && buf[1] == 1);

    memcpy(&bits, &f, sizeof bits);
    assert(bits == 0x3F800000);
    assert(memchr("hello", 'l', 5) != 0 && memchr("hello", 'z', 5) == 0);
    return 0;
}
