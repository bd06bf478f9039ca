// Two pthread_create calls only read the attribute object.
#include <pthread.h>
static pthread_attr_t a;
static void *nothing(void *p) { return 0; }
static void *changer(void *p) { pthread_t v; pthread_create(&v, &a, nothing, 0); pthread_join(v, 0); return 0; }
int main(void) {
    pthread_t t, u;
    pthread_attr_init(&a);
    pthread_create(&t, 0, changer, 0);
    pthread_create(&u, &a, nothing, 0);
    pthread_join(t, 0);
    pthread_join(u, 0);
    return 0;
}
