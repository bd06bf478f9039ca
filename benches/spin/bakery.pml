/* Lamport's bakery for N processes and ROUNDS rounds: the twin of bakery.c. As in our search, a step is one shared
 * access and the local computation up to the next one; `pc` says which access is next. */
#ifndef N
#define N 3
#endif
#ifndef ROUNDS
#define ROUNDS 2
#endif

byte choosing[N], number[N], inside;

proctype worker(byte me)
{
    byte pc, k, n, max, round;
    do
    :: d_step { pc == 0 -> choosing[me] = 1; k = 0; max = 0; pc = 1 }
    :: d_step { pc == 1 ->
          n = number[k];
          if :: n > max -> max = n :: else fi;
          n = 0;
          k++;
          if :: k == N -> k = 0; pc = 2 :: else fi }
    :: d_step { pc == 2 -> number[me] = max + 1; pc = 3 }
    :: d_step { pc == 3 -> choosing[me] = 0; k = (me == 0 -> 1 : 0); pc = 4 }
    :: d_step { pc == 4 -> if :: choosing[k] == 0 -> pc = 5 :: else fi }
    :: d_step { pc == 5 ->
          n = number[k];
          if
          :: n == 0 || n > max + 1 || (n == max + 1 && k > me) ->
             k++;
             if :: k == me -> k++ :: else fi;
             if :: k < N -> pc = 4 :: else -> k = 0; max = 0; pc = 6 fi
          :: else
          fi;
          n = 0 }
    :: d_step { pc == 6 -> n = inside; pc = 7 }
    :: d_step { pc == 7 -> inside = n + 1; n = 0; pc = 8 }
    :: d_step { pc == 8 -> assert(inside == 1); pc = 9 }
    :: d_step { pc == 9 -> n = inside; pc = 10 }
    :: d_step { pc == 10 -> inside = n - 1; n = 0; pc = 11 }
    :: d_step { pc == 11 ->
          number[me] = 0;
          round++;
          if :: round < ROUNDS -> pc = 0 :: else -> pc = 12 fi }
    :: pc == 12 -> break
    od
}

init
{
    byte i;
    atomic {
        do
        :: i < N -> run worker(i); i++
        :: else -> break
        od;
        i = 0
    }
}
