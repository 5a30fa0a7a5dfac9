// flags: -lm
#include <math.h>
#include <stdio.h>

#define SHOW(call) printf("%s = %a\n", #call, (double)(call))

int main(void)
{
    volatile float xs[] = {0.25f, -1.75f, 3.0f, 1e10f, 1e-40f};
    for (int i = 0; i < 5; i++) {
        volatile float x = xs[i];
        SHOW(sinf(x)), SHOW(cosf(x)), SHOW(tanf(x)), SHOW(atanf(x)), SHOW(atan2f(x, 2)), SHOW(expf(x / 1e9f)), SHOW(exp2f(x / 1e9f));
        SHOW(logf(fabsf(x))), SHOW(log2f(fabsf(x))), SHOW(log10f(fabsf(x))), SHOW(powf(fabsf(x), 0.3f)), SHOW(sqrtf(fabsf(x)));
        SHOW(hypotf(x, 3)), SHOW(roundf(x)), SHOW(truncf(x)), SHOW(ceilf(x)), SHOW(fminf(x, 1)), SHOW(fmaf(x, x, x));
        SHOW(fmodf(x, 0.7f)), SHOW(ldexpf(x, 3)), SHOW(copysignf(1, x)), SHOW(nextafterf(x, 0)), SHOW(tanhf(x));
    }
    printf("%ld %lld %d\n", lroundf(2.5f), llrintf(3.5f), ilogbf(10.0f));
    return 0;
}
