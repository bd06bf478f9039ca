// Pthread_create reads the attribute object that another thread changes.
#include <pthread.h>
static pthread_attr_t a;
static void *nothing(void *p) { return 0; }
static void *changer(void *p) { pthread_attr_setguardsize(&a, 8192); return 0; }
int main(void) {
    pthread_t t, u;
    pthread_attr_init(&a);
    pthread_create(&t, 0, changer, 0);
    pthread_create(&u, &a, nothing, 0);
    pthread_join(t, 0);
    pthread_join(u, 0);
    return 0;
}
