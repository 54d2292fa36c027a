/* labels: long
 * Sixty processes and more of the Standard Model, each against its own identities. */
#include "tree_identities.h"
#include "tree_processes.h"

static void identities_hold(void **state)
{
    (void)state;
    struct tested tested;
    uint64_t random = 20260723;
    test_open(&tested);
    for (int i = 0; i < TREE_PROCESSES; ++i)
        check_identities(&tested, tree_processes[i].name, tree_processes[i].energy, &random);
    test_close(&tested);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(identities_hold)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
