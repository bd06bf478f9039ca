/* A flexible array member: sizeof ignores it, the block is allocated with room for the
 * elements, and a worker thread fills them in before the join. */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

struct message {
    unsigned char kind;
    unsigned length;
    unsigned char body[];
};

static struct message *make(unsigned length)
{
    struct message *m = malloc(sizeof *m + length);
    m->kind = 1;
    m->length = length;
    return m;
}

static void *fill(void *arg)
{
    struct message *m = arg;
    for (unsigned i = 0; i < m->length; i++)
        m->body[i] = 'a' + i;
    m->kind = 2;
    return m;
}

int main(void)
{
    pthread_t t;
    struct message *m = make(3);
    void *back;

    assert(sizeof(struct message) == 8);
    pthread_create(&t, 0, fill, m);
    pthread_join(t, &back);
    assert(back == m);
    assert(m->kind == 2 && m->length == 3);
    assert(m->body[0] == 'a' && m->body[2] == 'c');
    assert((char *)m->body - (char *)m == 8);
    free(m);
    return 0;
}
