#include "include/uevents.h"

#include <errno.h>
#include <linux/netlink.h>
#include <linux/rtnetlink.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

static int netlink_socket(int protocol, unsigned groups) {
    int fd = socket(AF_NETLINK, SOCK_RAW | SOCK_CLOEXEC | SOCK_NONBLOCK, protocol);
    if (fd < 0) return -errno;
    struct sockaddr_nl address;
    memset(&address, 0, sizeof address);
    address.nl_family = AF_NETLINK;
    address.nl_groups = groups;
    if (bind(fd, (struct sockaddr *)&address, sizeof address) != 0) {
        int error = errno;
        close(fd);
        return -error;
    }
    return fd;
}

int ql_uevent_socket(void) { return netlink_socket(NETLINK_KOBJECT_UEVENT, 1); }

int ql_route_socket(void) {
    return netlink_socket(NETLINK_ROUTE, RTMGRP_LINK | RTMGRP_IPV4_IFADDR | RTMGRP_IPV4_ROUTE | RTMGRP_IPV6_IFADDR
                                             | RTMGRP_IPV6_ROUTE);
}

bool ql_uevent_is_of(const char *bytes, size_t count, const char *subsystem) {
    static const char key[] = "SUBSYSTEM=";
    size_t length = strlen(subsystem);
    // NUL-terminated fields, one after the other.
    while (count > 0) {
        size_t field = strnlen(bytes, count);
        if (field == sizeof key - 1 + length && memcmp(bytes, key, sizeof key - 1) == 0
            && memcmp(bytes + sizeof key - 1, subsystem, length) == 0)
            return true;
        if (field == count) return false;
        bytes += field + 1;
        count -= field + 1;
    }
    return false;
}
