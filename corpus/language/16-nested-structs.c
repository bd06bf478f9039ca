/* Nested structs and arrays of structs: access through several levels of members,
 * indices and pointers, and copying an inner struct without touching its siblings. */
#include <assert.h>

struct point { int x, y; };
struct rect { struct point min, max; };
struct scene {
    struct rect frame;
    struct { struct rect box; int colour; } shape[3];
    const struct rect *focus;
};

static struct scene s;

static int area(const struct rect *r)
{
    return (r->max.x - r->min.x) * (r->max.y - r->min.y);
}

static void move(struct point *p, int dx, int dy)
{
    p->x += dx;
    p->y += dy;
}

int main(void)
{
    struct scene *p = &s;
    struct point *corner;

    for (int i = 0; i < 3; i++) {
        p->shape[i].box.min.x = i;
        p->shape[i].box.min.y = 0;
        p->shape[i].box.max.x = i + 2;
        p->shape[i].box.max.y = i + 1;
        p->shape[i].colour = 10 * i;
    }
    assert(area(&s.shape[0].box) == 2);
    assert(area(&s.shape[2].box) == 6);

    s.frame = s.shape[1].box;
    p->focus = &p->shape[1].box;
    move(&s.frame.max, 10, 10);
    assert(s.frame.max.x == 13 && s.frame.max.y == 12);
    assert(s.focus->max.x == 3 && s.focus->max.y == 2);
    assert(s.shape[1].colour == 10);

    corner = &(p->shape + 2)->box.min;
    corner[1].y = 99;                   /* min and max are adjacent points */
    assert(s.shape[2].box.max.y == 99);
    assert((*p).shape[2].box.max.x == 4);

    p->shape[0] = p->shape[2];
    assert(p->shape[0].colour == 20 && p->shape[0].box.max.y == 99);
    assert(p->shape[1].colour == 10);
    return 0;
}
