/* Peterson's filter lock for N processes, one shared access per statement: the twin of peterson.c. */
#ifndef N
#define N 3
#endif

byte level[N], victim[N], inside;

proctype worker(byte me)
{
    byte l, k, t;
    do
    :: atomic { l = 1 };
       do
       :: l < N ->
          level[me] = l;
          victim[l] = me;
          atomic { k = 0 };
          do
          :: k < N ->
             if
             :: k == me -> skip
             :: else ->
again:          t = level[k];
                if
                :: t >= l ->
                   t = victim[l];
                   if
                   :: t == me -> goto again
                   :: else -> skip
                   fi
                :: else -> skip
                fi
             fi;
             atomic { k++; t = 0 }
          :: else -> break
          od;
          atomic { l++; k = 0 }
       :: else -> break
       od;
       t = inside; inside = t + 1;
       t = inside; assert(t == 1);
       t = inside; inside = t - 1;
       atomic { t = 0; l = 0 };
       level[me] = 0
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
