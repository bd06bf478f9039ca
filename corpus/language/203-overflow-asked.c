/* __builtin_*_overflow_p: whether the mathematical result fits the type of the third argument, which may be a bit-field's; only its
 * side effects are evaluated. With constants it is a constant. */
#include <assert.h>

int main(void)
{
 struct { int b:5; unsigned u:3; unsigned long long w:40; signed long long sw:40; } s = {0};
 assert(__builtin_add_overflow_p(0x7fffffff,1,(int)0)==1);
 assert(__builtin_add_overflow_p(0x7fffffff,1,(long)0)==0);
 assert(__builtin_sub_overflow_p(0u,1u,(unsigned)0)==1);
 assert(__builtin_sub_overflow_p(0u,1u,(long)0)==0);
 assert(__builtin_mul_overflow_p(1<<20,1<<20,(int)0)==1);
 assert(__builtin_mul_overflow_p(1ll<<20,1<<20,(long long)0)==0);
 assert(__builtin_add_overflow_p(10,5,s.b)==0);
 assert(__builtin_add_overflow_p(10,6,s.b)==1);
 assert(__builtin_add_overflow_p(-10,-6,s.b)==0);
 assert(__builtin_add_overflow_p(-10,-7,s.b)==1);
 assert(__builtin_add_overflow_p(3,4,s.u)==0);
 assert(__builtin_add_overflow_p(4,4,s.u)==1);
 assert(__builtin_add_overflow_p(1ll<<39,1ll<<39,s.w)==1);
 assert(__builtin_add_overflow_p(1ll<<39,1ll<<38,s.w)==0);
 assert(__builtin_add_overflow_p(1ll<<38,1ll<<38,s.sw)==1);
 assert(__builtin_add_overflow_p((char)100,(char)100,(char)0)==1);
 assert(__builtin_add_overflow_p((char)100,(char)100,(unsigned char)0)==0);
 assert(__builtin_sub_overflow_p((unsigned char)1,(unsigned char)2,(unsigned char)0)==1);
 int c=0; assert(__builtin_add_overflow_p(c++,1,c++)==0); int cc=c;
 _Static_assert(__builtin_add_overflow_p(0x7fffffff,1,0)==1,"");
 enum { E = __builtin_mul_overflow_p(65536,65536,0) }; assert(E==1);
 static int arr[__builtin_sub_overflow_p(1,2,0u)+1]; assert(sizeof arr==8);
 assert(__builtin_mul_overflow_p(~0ull,~0ull,0ull)==1);
 int v=5; assert(__builtin_add_overflow_p(v,0x7ffffffb,v)==1); assert(v==5);
 (void)cc; return 0; }
