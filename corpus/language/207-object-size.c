/* __builtin_object_size of an object that the expression names is known without optimisation. */
#include <assert.h>

struct s{char a[10]; char b[6];}; char g[20];
int main(void){ char buf[10]; struct s s; assert(__builtin_object_size(buf,0)==10&&__builtin_object_size(buf+3,0)==7&&__builtin_object_size(g,1)==20); assert(__builtin_object_size(&s.a,0)==16&&__builtin_object_size(&s.a,1)==10&&__builtin_object_size(s.a,1)==10&&__builtin_object_size(&s.b[2],0)==4); return 0; }
