int printf(const char *, ...);
typedef int T; typedef char U; typedef struct { int a; } S;
int f(int T, int x) { T * x; return T * x; }
int g(int U, ...) { int y = sizeof(U); { int U = 5; y += U * 2; } for (int U = 0; U < 3; U++) y += U; return y + (U) * 2 + (U) + -U; }
int h(void) { int T = 3; int x = T * 2; { typedef short T; T z = 1; x += sizeof(T) + z; } T: x += T; if (x < 40) goto T; return x; }
int k(S S) { return S.a + sizeof(S); }
struct T { int T; U U; };
int m(struct T *T) { enum { U = 7 }; T->T = U; return T->T + (*T).U; }
int n(T a, U b) { T T = a; unsigned U = b; return T + U + (int)sizeof U; }
int o(int (*T)(int, int), int U) { return T(U, 2) + (*T)(U, U); }
int *p(int *T) { return &T[1]; }
int main(void) {
  struct T t = { .T = 3, .U = 4 };
  S s = { 9 }; int arr[2] = { 5, 6 };
  typeof(T[3]) q = { 1, 2, 3 }; 
  int total = 0;
  for (T *z; total < 1; total++) { z = &q[1]; printf("%d\n", *z); }
  T *w = arr; T (v) = 4; const T c = 5; T volatile vv = 6; T static st = 7;
  printf("%d %d %d %d %d %d %d %d\n", f(3, 4), g(5), h(), k(s), m(&t), n(1, 2), o(f, 3), *p(arr));
  printf("%d %d %d %d %d %d\n", (int)sizeof(q), *w, v, c, vv, st);
  int x = (T)3.9 + (T)-2 + (T)(4) + (T)*w; printf("%d\n", x ?: 3);
  return 0;
}
