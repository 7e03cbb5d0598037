// Included by CQuiesceLinux.h.
#pragma once

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>
#include <sys/uio.h>
#include <sys/xattr.h>

// --- Other processes' descriptors ----------------------------------------------------------

// A duplicate, close-on-exec, of descriptor `fd` of the process `pid`, or -errno.
int ql_take_descriptor(pid_t pid, int fd);
// Asks the kernel to move these ranges of the process into swap. 0, or -errno of the last that failed.
int ql_page_out(pid_t pid, const struct iovec *ranges, size_t count);
// The bytes that a TCP connection has received, and those that it has sent and the other side has
// acknowledged; -errno where it is none.
int64_t ql_tcp_bytes(int socket);
// Bytes among them that it has received.
int64_t ql_tcp_received(int socket);
// So many milliseconds ago a TCP connection sent data, and received some.
struct ql_tcp_quiet {
    uint32_t sent;
    uint32_t received;
};
// 0, or -errno where it is none.
int ql_tcp_quiet_for(int socket, struct ql_tcp_quiet *quiet);
// Whether a TCP connection has sent bytes that the other side hasn't acknowledged.
bool ql_awaits_acknowledgement(int socket);
// The connections over TCP that wait to be accepted; -1 where the socket doesn't listen.
int ql_waiting_connections(int socket);
// Lets nothing more in through a socket, or everything again. 0 or -errno.
int ql_shut_in(int socket, bool shut);
