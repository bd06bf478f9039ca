/* Peterson's filter lock for N processes: the twin of peterson.c. As in our search, a step is one shared access and
 * the local computation up to the next one; `pc` says which access is next. */
#ifndef N
#define N 3
#endif

byte level[N], victim[N], inside;

/* The next k that is not me, or on to the next level, or in. */
inline advance()
{
    k++;
    if :: k == me -> k++ :: else fi;
    if
    :: k < N -> pc = 2
    :: else ->
       k = 0;
       l++;
       if :: l < N -> pc = 0 :: else -> l = 0; pc = 4 fi
    fi
}

proctype worker(byte me)
{
    byte pc, k, t;
    byte l = 1;
    do
    :: d_step { pc == 0 -> level[me] = l; pc = 1 }
    :: d_step { pc == 1 -> victim[l] = me; k = (me == 0 -> 1 : 0); pc = 2 }
    :: d_step { pc == 2 -> if :: level[k] >= l -> pc = 3 :: else -> advance() fi }
    :: d_step { pc == 3 -> if :: victim[l] == me -> pc = 2 :: else -> advance() fi }
    :: d_step { pc == 4 -> t = inside; pc = 5 }
    :: d_step { pc == 5 -> inside = t + 1; t = 0; pc = 6 }
    :: d_step { pc == 6 -> assert(inside == 1); pc = 7 }
    :: d_step { pc == 7 -> t = inside; pc = 8 }
    :: d_step { pc == 8 -> inside = t - 1; t = 0; pc = 9 }
    :: d_step { pc == 9 -> level[me] = 0; l = 1; pc = 0 }
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
