/* Structs assigned, passed and returned by value: each copy is independent, an array
 * inside a struct is copied with it, and a thread gets its own copy of an argument. */
#include <assert.h>
#include <pthread.h>

struct vec { int e[3]; };
struct job { struct vec in; int scale; struct vec *out; };

static struct vec make(int a, int b, int c)
{
    struct vec v = { { a, b, c } };
    return v;
}

static struct vec scaled(struct vec v, int k)
{
    for (int i = 0; i < 3; i++)
        v.e[i] *= k;                    /* changes the callee's copy only */
    return v;
}

static int sum(struct vec v) { return v.e[0] + v.e[1] + v.e[2]; }

static struct vec result;

static void *run(void *arg)
{
    struct job j = *(struct job *)arg;
    *j.out = scaled(j.in, j.scale);
    return 0;
}

int main(void)
{
    struct vec a = make(1, 2, 3), b, c;
    struct job job;
    pthread_t t;

    b = c = a;
    b.e[1] = 50;
    assert(a.e[1] == 2 && c.e[1] == 2 && b.e[1] == 50);
    assert(sum(scaled(a, 10)) == 60);
    assert(sum(a) == 6);
    assert(make(7, 8, 9).e[2] == 9);
    a = scaled(a, 2);
    assert(a.e[0] == 2 && a.e[2] == 6);
    assert(sum(a.e[0] == 2 ? b : c) == 54);

    job = (struct job) { a, 5, &result };
    pthread_create(&t, 0, run, &job);
    pthread_join(t, 0);
    assert(result.e[0] == 10 && result.e[1] == 20 && result.e[2] == 30);
    assert(job.in.e[0] == 2);
    return 0;
}
