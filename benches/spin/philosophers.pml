/* N dining philosophers, the last one left-handed: the twin of philosophers.c. */
#ifndef N
#define N 3
#endif

byte owner[N], eating[N];

proctype philosopher(byte me; byte first; byte second)
{
    do
    :: atomic { owner[first] == 0 -> owner[first] = me + 1 };
       atomic { owner[second] == 0 -> owner[second] = me + 1 };
       eating[me] = 1;
       assert(eating[(me + 1) % N] == 0);
       eating[me] = 0;
       owner[second] = 0;
       owner[first] = 0
    od
}

init
{
    byte i;
    atomic {
        do
        :: i < N - 1 -> run philosopher(i, i, i + 1); i++
        :: else -> break
        od;
        run philosopher(N - 1, 0, N - 1);
        i = 0
    }
}
