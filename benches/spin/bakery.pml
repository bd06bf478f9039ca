/* Lamport's bakery for N processes and ROUNDS rounds, one shared access per statement: the twin of bakery.c. */
#ifndef N
#define N 3
#endif
#ifndef ROUNDS
#define ROUNDS 2
#endif

byte choosing[N], number[N], inside;

proctype worker(byte me)
{
    byte k, n, max, round;
    do
    :: round < ROUNDS ->
       choosing[me] = 1;
       atomic { k = 0; max = 0 };
       do
       :: k < N ->
          n = number[k];
          atomic { if :: n > max -> max = n :: else fi; k++; n = 0 }
       :: else -> break
       od;
       number[me] = max + 1;
       choosing[me] = 0;
       atomic { k = 0 };
       do
       :: k < N ->
          if
          :: k == me -> skip
          :: else ->
wait1:       n = choosing[k];
             if
             :: n != 0 -> goto wait1
             :: else
             fi;
wait2:       n = number[k];
             if
             :: n == 0 || n > max + 1 || (n == max + 1 && k > me)
             :: else -> goto wait2
             fi
          fi;
          atomic { k++; n = 0 }
       :: else -> break
       od;
       n = inside; inside = n + 1;
       n = inside; assert(n == 1);
       n = inside; inside = n - 1;
       atomic { n = 0; k = 0; max = 0 };
       number[me] = 0;
       round++
    :: else -> break
    od
}

init
{
    byte i;
    atomic {
        i = 0;
        do
        :: i < N -> run worker(i); i++
        :: else -> break
        od;
        i = 0
    }
}
