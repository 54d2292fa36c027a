/* Neither traps nor another rounding mode nor flushing of small numbers in the calling program change a bit
 * of what it gives. The program finds its own environment again. */
#define _GNU_SOURCE /* feenableexcept() */

#include "environment_support.h"

#include <math.h>

#if defined(__x86_64__)
#include <xmmintrin.h>
enum { FLUSH = 0x8040 }; /* results and operands, MXCSR */
static void set_flush(void) { _mm_setcsr(_mm_getcsr() | FLUSH); }
static int is_flushing(void) { return (_mm_getcsr() & FLUSH) == FLUSH; }
#else
static void set_flush(void) {}
static int is_flushing(void) { return 1; }
#endif

static struct results *plain;

static int begin(void **state)
{
    (void)state;
    plain = all_results();
    return 0;
}

static int end(void **state)
{
    (void)state;
    free(plain);
    return 0;
}

static void same_bits(struct results *others)
{
    assert_true(plain->used > 1000);
    assert_string_equal(others->text, plain->text);
    assert_int_equal(atomic_load(&strange_calls), 0);
    free(others);
}

static void rounding_upwards_changes_nothing(void **state)
{
    (void)state;
    fesetround(FE_UPWARD);
    struct results *others = all_results();
    const int left = fegetround();
    fesetround(FE_TONEAREST);
    assert_int_equal(left, FE_UPWARD);
    same_bits(others);
}

static void flushing_to_zero_changes_nothing(void **state)
{
    (void)state;
    set_flush();
    struct results *others = all_results();
    const int left = is_flushing();
    fesetenv(FE_DFL_ENV);
    assert_true(left);
    same_bits(others);
}

/* With all of it at once; the flags that were raised stay as they were. */
static void traps_are_not_sprung(void **state)
{
    (void)state;
    fesetround(FE_UPWARD);
    set_flush();
    feclearexcept(FE_ALL_EXCEPT);
    feenableexcept(FE_ALL_EXCEPT);
    struct results *others = all_results();
    const int traps = fegetexcept(), flags = fetestexcept(FE_ALL_EXCEPT), rounding = fegetround();
    fesetenv(FE_DFL_ENV);
    assert_int_equal(traps, FE_ALL_EXCEPT);
    assert_int_equal(flags, 0);
    assert_int_equal(rounding, FE_UPWARD);
    same_bits(others);
}

/* C's lgamma() sets it, for all threads. */
static void signgam_stays(void **state)
{
    (void)state;
    signgam = 7;
    struct results *others = all_results();
    assert_int_equal(signgam, 7);
    same_bits(others);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(signgam_stays),
        cmocka_unit_test(rounding_upwards_changes_nothing),
        cmocka_unit_test(flushing_to_zero_changes_nothing),
        cmocka_unit_test(traps_are_not_sprung),
    };
    return cmocka_run_group_tests(tests, begin, end);
}
