/* N threads with different start routines take a lock and find everything in order, as the one before them has left it. */
#include <pthread.h>

extern void reach_error(void);

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int inside;

#define THREAD(name, number) \
    static void *name(void *unused) \
    { \
        pthread_mutex_lock(&lock); \
        if (inside != 0) \
            reach_error(); \
        inside = number; \
        if (inside != number) \
            reach_error(); \
        inside = 0; \
        pthread_mutex_unlock(&lock); \
        return unused; \
    }

THREAD(work0, 1)
THREAD(work1, 2)
THREAD(work2, 3)
THREAD(work3, 4)
THREAD(work4, 5)
THREAD(work5, 6)
THREAD(work6, 7)
THREAD(work7, 8)
THREAD(work8, 9)
THREAD(work9, 10)
THREAD(work10, 11)
THREAD(work11, 12)
THREAD(work12, 13)
THREAD(work13, 14)
THREAD(work14, 15)
THREAD(work15, 16)
THREAD(work16, 17)
THREAD(work17, 18)
THREAD(work18, 19)
THREAD(work19, 20)
THREAD(work20, 21)
THREAD(work21, 22)
THREAD(work22, 23)
THREAD(work23, 24)
THREAD(work24, 25)
THREAD(work25, 26)
THREAD(work26, 27)
THREAD(work27, 28)
THREAD(work28, 29)
THREAD(work29, 30)
THREAD(work30, 31)
THREAD(work31, 32)
THREAD(work32, 33)
THREAD(work33, 34)
THREAD(work34, 35)
THREAD(work35, 36)
THREAD(work36, 37)
THREAD(work37, 38)
THREAD(work38, 39)
THREAD(work39, 40)
THREAD(work40, 41)
THREAD(work41, 42)
THREAD(work42, 43)
THREAD(work43, 44)
THREAD(work44, 45)
THREAD(work45, 46)
THREAD(work46, 47)
THREAD(work47, 48)
THREAD(work48, 49)
THREAD(work49, 50)
THREAD(work50, 51)
THREAD(work51, 52)
THREAD(work52, 53)
THREAD(work53, 54)
THREAD(work54, 55)
THREAD(work55, 56)
THREAD(work56, 57)
THREAD(work57, 58)
THREAD(work58, 59)
THREAD(work59, 60)
THREAD(work60, 61)
THREAD(work61, 62)
THREAD(work62, 63)
THREAD(work63, 64)

static void *(*const starts[])(void *) = {
#if N > 0
    work0,
#endif
#if N > 1
    work1,
#endif
#if N > 2
    work2,
#endif
#if N > 3
    work3,
#endif
#if N > 4
    work4,
#endif
#if N > 5
    work5,
#endif
#if N > 6
    work6,
#endif
#if N > 7
    work7,
#endif
#if N > 8
    work8,
#endif
#if N > 9
    work9,
#endif
#if N > 10
    work10,
#endif
#if N > 11
    work11,
#endif
#if N > 12
    work12,
#endif
#if N > 13
    work13,
#endif
#if N > 14
    work14,
#endif
#if N > 15
    work15,
#endif
#if N > 16
    work16,
#endif
#if N > 17
    work17,
#endif
#if N > 18
    work18,
#endif
#if N > 19
    work19,
#endif
#if N > 20
    work20,
#endif
#if N > 21
    work21,
#endif
#if N > 22
    work22,
#endif
#if N > 23
    work23,
#endif
#if N > 24
    work24,
#endif
#if N > 25
    work25,
#endif
#if N > 26
    work26,
#endif
#if N > 27
    work27,
#endif
#if N > 28
    work28,
#endif
#if N > 29
    work29,
#endif
#if N > 30
    work30,
#endif
#if N > 31
    work31,
#endif
#if N > 32
    work32,
#endif
#if N > 33
    work33,
#endif
#if N > 34
    work34,
#endif
#if N > 35
    work35,
#endif
#if N > 36
    work36,
#endif
#if N > 37
    work37,
#endif
#if N > 38
    work38,
#endif
#if N > 39
    work39,
#endif
#if N > 40
    work40,
#endif
#if N > 41
    work41,
#endif
#if N > 42
    work42,
#endif
#if N > 43
    work43,
#endif
#if N > 44
    work44,
#endif
#if N > 45
    work45,
#endif
#if N > 46
    work46,
#endif
#if N > 47
    work47,
#endif
#if N > 48
    work48,
#endif
#if N > 49
    work49,
#endif
#if N > 50
    work50,
#endif
#if N > 51
    work51,
#endif
#if N > 52
    work52,
#endif
#if N > 53
    work53,
#endif
#if N > 54
    work54,
#endif
#if N > 55
    work55,
#endif
#if N > 56
    work56,
#endif
#if N > 57
    work57,
#endif
#if N > 58
    work58,
#endif
#if N > 59
    work59,
#endif
#if N > 60
    work60,
#endif
#if N > 61
    work61,
#endif
#if N > 62
    work62,
#endif
#if N > 63
    work63,
#endif
};

int main(void)
{
    pthread_t thread;
    for (int i = 0; i < N; i++)
        pthread_create(&thread, 0, starts[i], 0);
    return 0;
}
