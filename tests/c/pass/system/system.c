// The little that a sealed run knows about the system.
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <nl_types.h>
#include <sched.h>
#include <stdio.h>
#include <string.h>
#include <sys/sysmacros.h>
#include <syslog.h>

int main(void)
{
    dev_t d = makedev(8, 300);
    printf("%u %u %lx\n", major(d), minor(d), (unsigned long)d);
    openlog("test", 0, LOG_USER);
    syslog(LOG_DEBUG, "nobody reads %s", "this");
    closelog();
    struct in_addr a;
    printf("%d %s\n", inet_aton("10.1.2", &a), inet_ntoa(a));
    printf("%x %x\n", inet_addr("1.2.3.4"), inet_addr("bad"));
    static const char *six[] = {"::1", "fe80::1:2", "::ffff:1.2.3.4", "1:2:3:4:5:6:7:8", "::1.2.3.4", "nope", "2001:db8:0:0:1:0:0:1", "0:0:0:0:0:0:0:0"};
    for (size_t i = 0; i < sizeof six / sizeof *six; i++) {
        unsigned char b[16];
        char text[50] = "";
        int ok = inet_pton(AF_INET6, six[i], b);
        printf("%s %d %s\n", six[i], ok, ok == 1 ? inet_ntop(AF_INET6, b, text, sizeof text) : "-");
    }
    printf("%d %d\n", sched_get_priority_max(SCHED_FIFO), sched_get_priority_min(SCHED_OTHER));
    nl_catd catalogue = catopen("none", 0);
    printf("%d %s\n", catalogue == (nl_catd)-1, catgets(catalogue, 1, 1, "default"));
    return 0;
}
