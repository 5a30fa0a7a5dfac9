// Float operations where the compiler must keep to the letter, and sign bits of vectors.
// flags: -frounding-math -fno-math-errno
#include <emmintrin.h>
#include <math.h>
#include <stdio.h>
#pragma STDC FENV_ACCESS ON

static double mean(const double *v, int n) {
    double sum = 0;
    for (int i = 0; i < n; i++) sum += v[i];
    return sum / n;
}

int main(void) {
    double v[] = { 1.5, 2.25, -7, 1e10 };
    float f = 0.1f;
    long double l = f;
    printf("%.17g %.9g %.20Lg\n", mean(v, 4), f * 3 - 0.3f, l / 3);
    printf("%d %u %ld %g %g\n", (int)v[1], (unsigned)v[3], (long)v[2], (double)7L, (float)9ul);
    printf("%d %d %d %d\n", v[0] < v[1], v[0] != v[0], v[2] >= -7, isless(v[0], NAN));
    printf("%g %g %.17g %g\n", fmod(7.5, 2) + v[0], floor(v[1]), sqrt(v[1] * 2), fma(v[0], v[1], v[2]));
    __m128i a = _mm_set_epi8(1, -2, 3, -4, 5, 6, 7, -8, 9, -10, 11, 12, 13, 14, -15, 16);
    printf("%x %x %x\n", _mm_movemask_epi8(a), _mm_movemask_pd(_mm_set_pd(-1, 2)), _mm_movemask_ps(_mm_set_ps(-1, 2, -3, 4)));
    __m128i same = _mm_cmpeq_epi8(a, _mm_set1_epi8(7));
    printf("%d\n", __builtin_ctz(_mm_movemask_epi8(same)));
    return 0;
}
