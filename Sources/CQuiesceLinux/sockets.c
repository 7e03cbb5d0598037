#define _GNU_SOURCE
#include "CQuiesceLinux.h"

#include <errno.h>
#include <netinet/in.h>
#include <poll.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#ifndef SO_PEERPIDFD
#define SO_PEERPIDFD 77
#endif

static int address(const char *path, struct sockaddr_un *to) {
    size_t length = strlen(path);
    if (length >= sizeof to->sun_path) return -ENAMETOOLONG;
    memset(to, 0, sizeof *to);
    to->sun_family = AF_UNIX;
    memcpy(to->sun_path, path, length + 1);
    return 0;
}

int ql_listen(const char *path, mode_t mode, int backlog) {
    struct sockaddr_un at;
    int rc = address(path, &at);
    if (rc < 0) return rc;
    int fd = socket(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    if (fd < 0) return -errno;
    // Nobody can connect before listen(), so the mode is right from the first connection on.
    if (bind(fd, (struct sockaddr *)&at, sizeof at) < 0 || chmod(path, mode) < 0 || listen(fd, backlog) < 0) {
        rc = -errno;
        close(fd);
        return rc;
    }
    return fd;
}

static int connect_to(const char *path, int type) {
    struct sockaddr_un at;
    int rc = address(path, &at);
    if (rc < 0) return rc;
    int fd = socket(AF_UNIX, type | SOCK_CLOEXEC, 0);
    if (fd < 0) return -errno;
    do rc = connect(fd, (struct sockaddr *)&at, sizeof at);
    while (rc < 0 && errno == EINTR);
    if (rc < 0) {
        rc = -errno;
        close(fd);
        return rc;
    }
    return fd;
}

int ql_connect(const char *path) { return connect_to(path, SOCK_SEQPACKET); }

int ql_connect_stream(const char *path) { return connect_to(path, SOCK_STREAM | SOCK_NONBLOCK); }

int ql_connect_now(const char *path) { return connect_to(path, SOCK_SEQPACKET | SOCK_NONBLOCK); }

int ql_accept(int fd) {
    int rc;
    do rc = accept4(fd, NULL, NULL, SOCK_CLOEXEC | SOCK_NONBLOCK);
    while (rc < 0 && errno == EINTR);
    return rc < 0 ? -errno : rc;
}

ssize_t ql_send(int fd, const void *bytes, size_t count, const int *fds, int fd_count, bool wait) {
    if (fd_count < 0 || fd_count > QL_MAX_FDS) return -EINVAL;
    struct iovec part = {.iov_base = (void *)bytes, .iov_len = count};
    union {
        char bytes[CMSG_SPACE(sizeof(int) * QL_MAX_FDS)];
        struct cmsghdr align;
    } control;
    struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1};
    if (fd_count > 0) {
        memset(&control, 0, sizeof control);
        message.msg_control = control.bytes;
        message.msg_controllen = CMSG_SPACE(sizeof(int) * (size_t)fd_count);
        struct cmsghdr *header = CMSG_FIRSTHDR(&message);
        header->cmsg_level = SOL_SOCKET;
        header->cmsg_type = SCM_RIGHTS;
        header->cmsg_len = CMSG_LEN(sizeof(int) * (size_t)fd_count);
        memcpy(CMSG_DATA(header), fds, sizeof(int) * (size_t)fd_count);
    }
    ssize_t rc;
    do rc = sendmsg(fd, &message, MSG_NOSIGNAL | (wait ? 0 : MSG_DONTWAIT));
    while (rc < 0 && errno == EINTR);
    return rc < 0 ? -errno : rc;
}

ssize_t ql_receive(int fd, void *bytes, size_t capacity, int *fds, int *fd_count, bool *truncated, bool wait) {
    struct iovec part = {.iov_base = bytes, .iov_len = capacity};
    union {
        char bytes[CMSG_SPACE(sizeof(int) * QL_MAX_FDS)];
        struct cmsghdr align;
    } control;
    struct msghdr message = {
        .msg_iov = &part, .msg_iovlen = 1, .msg_control = control.bytes, .msg_controllen = sizeof control.bytes};
    ssize_t rc;
    do rc = recvmsg(fd, &message, MSG_CMSG_CLOEXEC | (wait ? 0 : MSG_DONTWAIT));
    while (rc < 0 && errno == EINTR);
    *fd_count = 0;
    *truncated = false;
    if (rc < 0) return -errno;
    *truncated = (message.msg_flags & MSG_TRUNC) != 0;
    for (struct cmsghdr *header = CMSG_FIRSTHDR(&message); header; header = CMSG_NXTHDR(&message, header)) {
        if (header->cmsg_level != SOL_SOCKET || header->cmsg_type != SCM_RIGHTS) continue;
        int count = (int)((header->cmsg_len - CMSG_LEN(0)) / sizeof(int));
        for (int i = 0; i < count; i++) {
            int received;
            memcpy(&received, CMSG_DATA(header) + sizeof(int) * (size_t)i, sizeof received);
            if (*fd_count < QL_MAX_FDS) fds[(*fd_count)++] = received;
            else close(received);
        }
    }
    return rc;
}

int ql_unread(int fd) {
    int count = 0;
    return ioctl(fd, FIONREAD, &count) == 0 ? count : 0;
}

// -1: it has no such option.
static int option(int fd, int name) {
    int value;
    socklen_t length = sizeof value;
    return getsockopt(fd, SOL_SOCKET, name, &value, &length) == 0 ? value : -1;
}

const char *ql_transport(int fd) {
    const int domain = option(fd, SO_DOMAIN), type = option(fd, SO_TYPE);
    const int protocol = option(fd, SO_PROTOCOL);
    if (option(fd, SO_ACCEPTCONN) != 0) return NULL;
    if (domain == AF_UNIX && (type == SOCK_STREAM || type == SOCK_DGRAM)) return "local";
    if (domain != AF_INET && domain != AF_INET6) return NULL;
    if (type == SOCK_STREAM && protocol == IPPROTO_TCP) return "tcp";
    return type == SOCK_DGRAM && protocol == IPPROTO_UDP ? "udp" : NULL;
}

int ql_hung_up(int fd) {
    struct pollfd entry = {.fd = fd, .events = POLLRDHUP};
    if (poll(&entry, 1, 0) <= 0) return -1;
    const int error = option(fd, SO_ERROR);
    return error > 0 ? error : 0;
}

int ql_peer(int fd, struct ql_peer *peer) {
    struct ucred who;
    socklen_t length = sizeof who;
    if (getsockopt(fd, SOL_SOCKET, SO_PEERCRED, &who, &length) < 0) return -errno;
    peer->pid = who.pid;
    peer->uid = who.uid;
    peer->gid = who.gid;
    peer->pidfd = -1;
    length = sizeof peer->pidfd;
    if (getsockopt(fd, SOL_SOCKET, SO_PEERPIDFD, &peer->pidfd, &length) < 0) {
        if (errno != ENOPROTOOPT) return -errno;
        peer->pidfd = -1;
    }
    return 0;
}
