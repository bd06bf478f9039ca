int printf(const char *, ...);
void *memset(void *, int, unsigned long);
static int count;
int next(void) { return ++count; }
#pragma pack(push, 1)
struct P1 { char a; int b; short c; };
#pragma pack(pop)
#pragma pack(2)
struct P2 { char a; int b; long long c; };
#pragma pack()
struct P0 { char a; int b; long long c; };
struct __attribute__((packed)) A1 { char a; int b; struct P0 in; };
struct A2 { char a; int b __attribute__((packed)); int c __attribute__((aligned(16))); char d; };
struct __attribute__((aligned(32))) A3 { char a; };
typedef int aligned_int __attribute__((aligned(8)));
struct A4 { char a; aligned_int b; char c; };
struct A5 { char a; _Alignas(16) char b; _Alignas(double) char c; };
enum __attribute__((packed)) E1 { X, Y = 200 };
enum E2 { Z = -1, W = 5 } __attribute__((packed));
union __attribute__((packed)) U1 { char a; int b; };
struct B { unsigned a : 3; int b : 5; unsigned : 0; unsigned long long c : 40; _Bool d : 1; char e; } ;
struct B2 { char a; int b : 7 __attribute__((packed)); int c : 20 __attribute__((packed)); };
struct Flex { int n; int data[]; };
struct Empty {};
int dollar$name = 4;
implicit(a, b) int a; { return a + b; }
static z;
old_float(f, c) float f; char c; { return (int)(f * 2) + c; }
int vla(int n, int a[n][n]) { int s = 0; for (int i = 0; i < n; i++) for (int j = 0; j < n; j++) s += a[i][j] * (i + 1); return s + sizeof(a[0]); }
static int computed(int k) {
  static void *table[] = { &&a, &&b, &&c };
  int r = 0;
  goto *table[k];
a: r += 1;
b: r += 10;
c: r += 100;
  void *p = k == 0 ? &&done : (void *)&&c2;
  goto *p;
c2: r += 1000;
done: return r;
}
#define FIND(x) ({ __label__ found; int r_ = 0; for (int i_ = 0; i_ < 10; i_++) if (i_ * i_ >= (x)) { r_ = i_; goto found; } found: r_; })
int ranges(int c) { switch (c) { case 'a' ... 'f': return 1; case '0'...'9': return 2; case -5 ... -1: return 3; default: return 4; } }
int lab(int x) { switch (x) { case 1: int y = 5; x += y; break; case 2: } if (x) { goto e; } x = 99; e: }
int lab2(int x) { if (x > 3) goto e; x = 50; e: ; return x; }
int main(void) {
  int a = 0, b = 7;
  printf("%d %d\n", a ?: b, next() ?: 9); printf("%d %d\n", count ?: 1 ? 5 : 6, a ?: 1 ? 5 : 6);
  printf("%d\n", (next() , 0) ?: next() ?: 3);
  printf("%d %d %d %d\n", (int)sizeof(struct P1), (int)sizeof(struct P2), (int)sizeof(struct P0), (int)__alignof__(struct P2));
  printf("%d %d %d %d %d\n", (int)sizeof(struct A1), (int)sizeof(struct A2), (int)sizeof(struct A3), (int)sizeof(struct A4), (int)sizeof(struct A5));
  printf("%d %d %d %d %d %d\n", (int)sizeof(enum E1), (int)sizeof(enum E2), (int)sizeof(union U1), (int)__alignof__(union U1), (int)sizeof(struct B), (int)sizeof(struct B2));
  printf("%d %d\n", (int)sizeof(struct Flex), (int)sizeof(struct Empty));
  printf("%d %d %d %d\n", (int)__alignof__(double), (int)_Alignof(long long), (int)__alignof__ a, (int)_Alignof(struct A3));
  printf("%d %d %d\n", dollar$name, implicit(2, 3), old_float(1.5, 'A'));
  __auto_type q = 3.5; const __auto_type pq = &q; printf("%f %f\n", q, *pq);
  __int128 big = 1; big <<= 100; unsigned __int128 ub = big; __uint128_t u2 = ub >> 90; printf("%d %lld\n", (int)(u2), (long long)(big >> 64));
  printf("%d %d %d %d\n", __builtin_types_compatible_p(int, int), __builtin_types_compatible_p(int, const int), __builtin_types_compatible_p(int *, char *), __builtin_types_compatible_p(typeof(b), int));
  printf("%d %d %d\n", computed(0), computed(1), computed(2));
  printf("%d %d\n", FIND(17), FIND(50) + FIND(3));
  printf("%d %d %d %d\n", ranges('c'), ranges('5'), ranges(-3), ranges(100));
  printf("%d %d\n", lab2(2), lab2(5));
  struct P0 e0 = (struct P0){}; printf("%d\n", e0.b);
  printf("%d %d\n", (int)sizeof (int[]){ 1, 2, 3 }, ((struct P0){ .b = 4 }).b);
  int m[2][2] = { { 1, 2 }, { 3, 4 } }; printf("%d\n", vla(2, m));
  int d[10] = { [2 ... 5] = 7, [9] = 1, [0] 3 }; int s = 0; for (int i = 0; i < 10; i++) s = s * 3 + d[i]; printf("%d\n", s);
  printf("%s %d %d %d\n", "esc\x41\102\e[0m" "\u00e9", 'ab', L'\u00e9', '\377');
  printf("%d %d %x %g %g\n", 0b1011, 010, 0xFFu, 0x1.8p1, 1e3);
  struct { int x, y; } pt = { y: 2, x: 1 }; printf("%d %d\n", pt.x, pt.y);
  printf("%d\n", ({ int t = 5; t * 2; }) + ({ struct P0 p = { .b = 3 }; p; }).b);
  typeof(b) tb = 3; typeof(typeof(int *)) pb = &tb; typeof(m[0]) row = { 8, 9 }; printf("%d %d %d\n", *pb, row[1], (int)sizeof(row));
  asm(""); asm volatile("" ::: "memory"); __asm__ __volatile__ ("" : : : "memory");
  printf("%d\n", __builtin_choose_expr(1, 4, "x") + __builtin_constant_p(3) + (int)__builtin_offsetof(struct P0, c));
  printf("%d\n", (int)(__extension__ ({ 3; })) + __extension__ (int)2.5);
  { enum { L = 3 }; int L2 = L; printf("%d\n", L2); }
  char arr[] = "abc"; wchar: printf("%d %d\n", (int)sizeof arr, (int)sizeof L"abc");
  int (*fp)(int) = computed; printf("%d %d\n", fp(2), (*fp)(1));
  unsigned char uc = 250; uc += 10; printf("%d %d\n", uc, (signed char)200);
  z = 5; static st = 6; const cc = 7; register rr = 8; printf("%d %d %d %d\n", z, st, cc, rr);
  struct { int a; } rec; union { int a; } either; enum { ONE } one = ONE; int before = 0;
  printf("%d %d %d %d %d\n", __builtin_classify_type('c'), __builtin_classify_type((_Bool)1), __builtin_classify_type(one), __builtin_classify_type(1.0f), __builtin_classify_type(1.0L));
  printf("%d %d %d %d\n", __builtin_classify_type("text"), __builtin_classify_type(computed), __builtin_classify_type(rec), __builtin_classify_type(either));
  int room[__builtin_classify_type(before++)]; static int fixed = __builtin_classify_type(&before); printf("%d %d %d\n", before, (int)sizeof room, fixed);
  printf("%s %s\n", __func__, __FUNCTION__);
  return 0;
}
