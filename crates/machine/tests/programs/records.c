// Structs, unions, bit-fields, copies, padding, arrays of structs, function pointers.
#include <stdint.h>
#include <stdio.h>
#include <string.h>

struct point { int x, y; };
struct mixed { char c; double d; short s; struct point p[2]; };
struct bits { unsigned a : 3; int b : 5; unsigned long long c : 40; unsigned d : 1; int : 0; signed char e : 4; };
union view { uint32_t word; uint8_t bytes[4]; float f; };
struct node { int value; struct node *next; };

static struct point add(struct point a, struct point b) { return (struct point){a.x + b.x, a.y + b.y}; }
static int twice(int x) { return 2 * x; }
static int square(int x) { return x * x; }
static int apply(int (*f)(int), int x) { return f(x); }

static struct mixed table[] = {{'a', 1.5, -3, {{1, 2}, {3, 4}}}, [2] = {.p[1].y = 9, .c = 'z'}};
static int (*const functions[])(int) = {twice, square};
static const char *names[] = {"twice", "square"};

int main(void) {
    struct point p = add((struct point){1, 2}, (struct point){.y = 5});
    printf("%d %d %zu %zu\n", p.x, p.y, sizeof(struct mixed), sizeof table / sizeof *table);
    printf("%c %g %d %d %d %c\n", table[0].c, table[0].d, table[0].s, table[0].p[1].x, table[2].p[1].y, table[2].c);
    struct bits b = {7, -3, 0xabcdef0123ULL, 1, -8};
    b.a++;
    b.b -= 20;
    b.c += 0xff00000000ULL;
    printf("%u %d %llx %u %d %zu\n", b.a, b.b, (unsigned long long)b.c, b.d, b.e, sizeof b);
    union view v;
    v.f = 1.0f;
    printf("%08x %02x\n", v.word, v.bytes[3]);
    v.bytes[0] = 0xff;
    printf("%.9g\n", v.f);
    struct mixed copy = table[0];
    copy.p[0].x = 77;
    table[1] = copy;
    printf("%d %d\n", table[1].p[0].x, table[0].p[0].x);
    for (int i = 0; i < 2; i++) printf("%s %d\n", names[i], apply(functions[i], 9));
    struct node list[4];
    for (int i = 0; i < 4; i++) list[i] = (struct node){i * i, i < 3 ? &list[i + 1] : 0};
    int sum = 0;
    for (struct node *n = list; n; n = n->next) sum += n->value;
    printf("%d\n", sum);
    int grid[3][4];
    for (int i = 0; i < 12; i++) grid[i / 4][i % 4] = i;
    int(*row)[4] = grid;
    printf("%d %d %td\n", row[2][1], *(*(row + 1) + 3), &grid[2][0] - &grid[0][0]);
    char text[] = "hello world";
    char *q = strchr(text, 'w');
    *q = 'W';
    printf("%s %td %d\n", text, q - text, memcmp(text, "hello", 5));
    return 0;
}
