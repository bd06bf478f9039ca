/* Bit-fields wider than int: in gcc their type has exactly their bits. Arithmetic is done in the type with more bits, and the
 * type of the field has no name. */
#include <assert.h>

struct s { unsigned long long a:40, b:40; signed long long c:40; unsigned long d:33; long e:60; unsigned f:31; unsigned g:32; };
int main(void)
{
 struct s s={0}; s.a=0xffffffffffull; s.b=1;
 assert(s.a+s.b==0);
 assert(s.a+1==0);
 assert(s.a*s.a==1);
 assert((s.a<<1)==0xfffffffffeull);
 assert(-s.b==0xffffffffffull);
 assert(~s.b==0xfffffffffeull);
 assert(sizeof(s.a+s.b)==8);
 assert(s.a+s.d==0xffffffffffull);
 assert(s.b-2==0xffffffffffull);
 assert(s.b-s.a==2);
 assert(s.a+1ull==0x10000000000ull);
 assert(s.a+1u==0);
 assert((1?s.a:s.b)==s.a);
 assert(s.a==-1);
 assert((s.b ? s.a : -1) + 1 == 0); int m=-1;
 assert((m ? m : s.a) == 0xffffffffffull);
 s.c=-1;
 assert(s.c+1==0);
 assert(s.c*2==-2);
 assert(s.c<<3==-8);
 assert(s.c+s.a==0xfffffffffeull);
 s.a++;
 assert(s.a==0); s.a--;
 assert(s.a==0xffffffffffull); s.a+=5;
 assert(s.a==4); unsigned long long p=s.a++;
 assert(p==4&&s.a==5); s.a=~0ull; s.a<<=4;
 assert(s.a==0xfffffffff0ull);
 s.a=1;
 assert(s.a-2>0);
 assert(!(s.a-2<0));
 assert(s.a-2l<0);
 assert(s.a-2ll<0);
 s.d=0x1ffffffffull;
 assert(s.d+s.d==0x1fffffffeull);
 assert((s.d<<4)==0x1fffffff0ull);
 assert(s.d+1==0);
 assert((unsigned long)s.d+1==0x200000000ull);
 s.f=0;
 assert(s.f-1<0); s.g=0;
 assert(!(s.g-1<0));
 assert(_Generic(s.a, unsigned long long:1, default:2)==2);
 s.a=0xffffffffffull; s.a/=-1;
 assert(s.a==1); s.a=7; s.a%=-1;
 assert(s.a==7); s.a=7; s.a/=-1l;
 assert(s.a==0xfffffffff9ull);
 s.e=-5;
 assert(s.e/2==-2);
 assert(s.e+s.a==0xfffffffff4ll); s.a=3; s.c=-4;
 assert((s.c<s.a)==0);
 assert((s.c<s.d)==1);
 assert((s.a=-1)==0xffffffffffull);
 assert((s.a+=1)==0);
 unsigned long long q=(s.a=0xffffffffffull, s.a+1);
 assert(q==0);
 assert(({s.a;})+1==0);
 assert((+s.a)+1==0);
 assert((s.a&-1)==0xffffffffffull);
 assert((s.a^-1)==0);
 return 0; }
