// env: COLOUR=red EMPTY= HOME=/home/me
// The environment: asking, setting, walking, replacing.
#define _GNU_SOURCE
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void show(const char *name)
{
    const char *value = getenv(name);
    printf("%s=%s\n", name, value ? value : "(none)");
}

static int count(void)
{
    int n = 0;
    for (char **e = environ; e && *e; e++)
        n++;
    return n;
}

int main(int argc, char **argv, char **envp)
{
    printf("%d %d\n", envp == environ, count());
    show("COLOUR");
    show("EMPTY");
    show("COL");
    show("");
    printf("%d\n", setenv("COLOUR", "blue", 0));
    show("COLOUR");
    printf("%d\n", setenv("COLOUR", "green", 1));
    show("COLOUR");
    printf("%d\n", setenv("NEW", "value", 1));
    show("NEW");
    printf("%d\n", count());
    printf("%d %s\n", setenv("A=B", "x", 1), strerrorname_np(errno));
    printf("%d %s\n", setenv("", "x", 1), strerrorname_np(errno));
    printf("%d\n", unsetenv("COLOUR"));
    show("COLOUR");
    static char text[] = "MINE=first";
    printf("%d\n", putenv(text));
    show("MINE");
    strcpy(text + 5, "other");
    show("MINE");
    printf("%d\n", putenv("NEW"));
    show("NEW");
    char *own[] = {"ONLY=this", NULL};
    environ = own;
    show("ONLY");
    show("HOME");
    setenv("MORE", "x", 1);
    printf("%d\n", count());
    printf("%d\n", clearenv());
    show("ONLY");
    printf("%d\n", environ == NULL || *environ == NULL);
    setenv("AGAIN", "1", 1);
    printf("%d %s\n", count(), environ[0]);
    return 0;
}
