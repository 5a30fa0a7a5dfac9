// Making, moving and removing names; links; the working directory.
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static void show(const char *what, long value)
{
    printf("%s: %ld %s\n", what, value, value == -1 ? strerrorname_np(errno) : "");
}

static const char *base(const char *path)
{
    const char *slash = path ? strrchr(path, '/') : NULL;
    return slash ? slash + 1 : "(none)";
}

int main(void)
{
    char buf[PATH_MAX];
    show("mkdir", mkdir("dir", 0755));
    show("mkdir", mkdir("dir", 0755));
    show("mkdir", mkdir("no/where", 0755));
    show("creat", creat("dir/a", 0644));
    show("rmdir", rmdir("dir"));
    show("rename", rename("dir/a", "dir/b"));
    show("unlink", unlink("dir/a"));
    show("unlink dir", unlink("dir"));
    show("link", link("dir/b", "hard"));
    struct stat s;
    stat("hard", &s);
    show("links", s.st_nlink);
    show("symlink", symlink("dir/b", "soft"));
    show("dangling", symlink("nothing", "loose"));
    show("loop", symlink("loop", "loop"));
    show("open loop", open("loop", O_RDONLY));
    show("readlink", readlink("soft", buf, sizeof buf));
    show("readlink", readlink("hard", buf, sizeof buf));
    show("nofollow", open("soft", O_RDONLY | O_NOFOLLOW));
    show("create through", open("loose", O_WRONLY | O_CREAT, 0600));
    show("now there", access("nothing", F_OK));
    show("access", access("missing", R_OK));
    show("access x", access("nothing", X_OK));
    char *real = realpath("./dir/../soft", NULL);
    printf("real %s\n", base(real));
    free(real);
    real = realpath("missing/x", buf);
    printf("%d %s\n", real == NULL, strerrorname_np(errno));
    show("chdir", chdir("dir"));
    printf("cwd %s\n", base(getcwd(buf, sizeof buf)));
    printf("short %d\n", getcwd(buf, 2) == NULL && errno == ERANGE);
    int here = open(".", O_RDONLY | O_DIRECTORY);
    show("chdir", chdir(".."));
    show("openat", openat(here, "b", O_RDONLY));
    show("unlinkat", unlinkat(here, "b", 0));
    show("mkdirat", mkdirat(here, "sub", 0700));
    show("renameat", renameat(here, "sub", AT_FDCWD, "moved"));
    show("fchdir", fchdir(here));
    show("rmdir", rmdir("../dir"));
    printf("gone %d\n", getcwd(buf, sizeof buf) == NULL && errno == ENOENT);
    show("create in removed", open("x", O_CREAT | O_WRONLY, 0600));
    show("chdir", chdir("/"));
    printf("cwd %s\n", getcwd(buf, sizeof buf));
    show("into itself", rename("/proc", "/proc/x") == -1);
    char name[300];
    memset(name, 'n', 299);
    name[299] = 0;
    show("long", open(name, O_RDONLY));
    show("empty", open("", O_RDONLY));
    show("null", open(NULL, O_RDONLY));
    return 0;
}
