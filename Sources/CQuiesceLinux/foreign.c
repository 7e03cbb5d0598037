#define _GNU_SOURCE
#include "CQuiesceLinux.h"

#include <errno.h>
#include <linux/filter.h>
#include <linux/sockios.h>
#include <linux/tcp.h>
#include <netinet/in.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

int ql_take_descriptor(pid_t pid, int fd) {
    int pidfd = ql_pidfd_open(pid);
    if (pidfd < 0) return pidfd;
    long taken = syscall(SYS_pidfd_getfd, pidfd, fd, 0);
    int error = errno;
    close(pidfd);
    return taken < 0 ? -error : (int)taken;
}

int ql_shut_in(int socket, bool shut) {
    // A filter that keeps 0 bytes of every packet: the kernel drops them all, connections that are
    // asked for too.
    struct sock_filter nothing = BPF_STMT(BPF_RET | BPF_K, 0);
    struct sock_fprog program = {.len = 1, .filter = &nothing};
    int unused = 0;
    int result = shut ? setsockopt(socket, SOL_SOCKET, SO_ATTACH_FILTER, &program, sizeof program)
                      : setsockopt(socket, SOL_SOCKET, SO_DETACH_FILTER, &unused, sizeof unused);
    return result < 0 ? -errno : 0;
}

int64_t ql_tcp_bytes(int socket) {
    struct tcp_info info = {0};
    socklen_t size = sizeof info;
    if (getsockopt(socket, IPPROTO_TCP, TCP_INFO, &info, &size) < 0) return -errno;
    return (int64_t)(info.tcpi_bytes_received + info.tcpi_bytes_acked);
}

int64_t ql_tcp_received(int socket) {
    struct tcp_info info = {0};
    socklen_t size = sizeof info;
    if (getsockopt(socket, IPPROTO_TCP, TCP_INFO, &info, &size) < 0) return -errno;
    return (int64_t)info.tcpi_bytes_received;
}

int ql_tcp_quiet_for(int socket, struct ql_tcp_quiet *quiet) {
    struct tcp_info info = {0};
    socklen_t size = sizeof info;
    if (getsockopt(socket, IPPROTO_TCP, TCP_INFO, &info, &size) < 0) return -errno;
    *quiet = (struct ql_tcp_quiet){.sent = info.tcpi_last_data_sent, .received = info.tcpi_last_data_recv};
    return 0;
}

int ql_waiting_connections(int socket) {
    enum { listens = 10 };  // TCP_LISTEN of netinet/tcp.h, which can't be included beside linux/tcp.h
    struct tcp_info info = {0};
    socklen_t size = sizeof info;
    if (getsockopt(socket, IPPROTO_TCP, TCP_INFO, &info, &size) < 0) return -1;
    // A socket that listens has its queue there.
    return info.tcpi_state == listens ? (int)info.tcpi_unacked : -1;
}

bool ql_awaits_acknowledgement(int socket) {
    int bytes = 0;
    return ioctl(socket, SIOCOUTQ, &bytes) == 0 && bytes > 0;
}

int ql_page_out(pid_t pid, const struct iovec *ranges, size_t count) {
    enum { advice_page_out = 21 };  // MADV_PAGEOUT, since Linux 5.4
    int pidfd = ql_pidfd_open(pid);
    if (pidfd < 0) return pidfd;
    int error = 0;
    // One by one: what can't be moved mustn't keep the rest.
    for (size_t i = 0; i < count; i++)
        if (syscall(SYS_process_madvise, pidfd, &ranges[i], 1UL, advice_page_out, 0UL) < 0) error = -errno;
    close(pidfd);
    return error;
}
