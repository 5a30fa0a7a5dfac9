// Frees a default that was never allocated.
#include <stdlib.h>
#include <string.h>

static char default_name[] = "nobody";
static char *name = default_name;

static void rename_to(const char *s) {
    free(name);
    name = strdup(s);
}

int main(void) {
    rename_to("somebody");
    return 0;
}
