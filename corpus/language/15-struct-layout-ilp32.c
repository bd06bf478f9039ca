/* Struct layout under ILP32 as gcc lays it out for i386: long long and double have
 * size 8 but are aligned to 4 inside structs, pointers and long take 4 bytes. */
extern void reach_error(void);

#define CHECK(c) do { if (!(c)) reach_error(); } while (0)
#define OFFSET(t, m) __builtin_offsetof(t, m)

struct wide { char c; long long ll; char d; };
struct real { int i; double d; };
struct node { char tag; struct node *next; long v; };
struct outer { short s; struct wide w; char e; };

int main(void)
{
    struct outer o[2];

    CHECK(sizeof(struct wide) == 16);
    CHECK(OFFSET(struct wide, ll) == 4);
    CHECK(OFFSET(struct wide, d) == 12);
    CHECK(sizeof(struct real) == 12);
    CHECK(OFFSET(struct real, d) == 4);
    CHECK(sizeof(struct node) == 12);
    CHECK(OFFSET(struct node, next) == 4 && OFFSET(struct node, v) == 8);
    CHECK(OFFSET(struct outer, w) == 4);
    CHECK(sizeof(struct outer) == 24);
    CHECK((char *)&o[1].w.d - (char *)o == 40);
    CHECK(sizeof o == 48);
    return 0;
}
