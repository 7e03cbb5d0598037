// The system calls that Swift's Glibc module lacks, and those whose C interface Swift can't call:
// variadic ones, macros, and everything between clone and exec. Each returns what the system call
// returns, or -errno. Nothing here decides anything.
#pragma once

#include <malloc.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

// --- Unix sockets (SOCK_SEQPACKET) ---------------------------------------------------------

// The most descriptors that one datagram carries.
#define QL_MAX_FDS 8

// Listens on `path`, with `mode` on the socket file; the caller has removed a stale one.
// Returns a non-blocking, close-on-exec socket.
int ql_listen(const char *path, mode_t mode, int backlog);
// Returns a blocking, close-on-exec socket.
int ql_connect(const char *path);
// The same to a stream socket, which nobody waits for: the socket is non-blocking.
int ql_connect_stream(const char *path);
// Accepts one connection: non-blocking, close-on-exec.
int ql_accept(int fd);
// Sends one datagram without SIGPIPE. `wait` false: -EAGAIN rather than blocking.
ssize_t ql_send(int fd, const void *bytes, size_t count, const int *fds, int fd_count, bool wait);
// Receives one datagram. Returns its length, 0 at end of file, -errno. `*truncated` tells that it
// was longer than `capacity`. At most QL_MAX_FDS descriptors (close-on-exec) are stored in `fds`.
ssize_t ql_receive(int fd, void *bytes, size_t capacity, int *fds, int *fd_count, bool *truncated, bool wait);

// Who is at the other end, as the kernel knows it.
struct ql_peer {
    pid_t pid;
    uid_t uid;
    gid_t gid;
    int pidfd;  // -1 where the kernel has no SO_PEERPIDFD (before 6.5)
};
int ql_peer(int fd, struct ql_peer *peer);

// How many bytes of a socket can be read now; of datagrams, those of the first. 0 where that isn't known.
int ql_unread(int fd);

// By which transport something arrives at a socket: "tcp", "udp" or "local", as `SocketTransport` names them. NULL: it is no socket
// that can be waited at for that, as one that listens.
const char *ql_transport(int fd);

// How the other end of a terminal or connection has gone: 0: without more ado, else errno. -1: it is there.
int ql_hung_up(int fd);

#include "apps.h"
#include "detached.h"
#include "files.h"
#include "memfds.h"
#include "foreign.h"
#include "genl.h"
#include "processes.h"
#include "terminals.h"
#include "traffic.h"
#include "uevents.h"
#include "view.h"
