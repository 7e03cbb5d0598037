// The kernel's part of suspending and waking an app, and nothing else: what the benchmarks compare
// Quiesce with.
//
//   bare CGROUP THREADS
//
// makes the cgroup, starts a child with that many threads in it and freezes it. For each line on
// standard input it wakes the child, waits for as many microseconds as the line says, and suspends
// it; then it prints two times in nanoseconds:
// from before the thaw to the moment at which the child has received a datagram sent after it;
// and from before the freeze until the kernel says `frozen 1`. It ends, with its child and cgroup,
// at the end of its input.
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static const char *cgroup;

static int64_t now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (int64_t)time.tv_sec * 1000000000 + time.tv_nsec;
}

static int file(const char *name, int flags) {
    char path[4096];
    snprintf(path, sizeof path, "%s/%s", cgroup, name);
    int fd = open(path, flags | O_CLOEXEC);
    if (fd < 0) {
        fprintf(stderr, "bare: %s: %s\n", path, strerror(errno));
        exit(1);
    }
    return fd;
}

static void *idle(void *unused) {
    (void)unused;
    for (;;) pause();
    return NULL;
}

// Says when it has received each datagram.
static void child(int socket, int threads) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    for (int i = 1; i < threads; i++) {
        pthread_t thread;
        pthread_create(&thread, NULL, idle, NULL);
    }
    char buffer[65536];
    for (;;) {
        ssize_t length = recv(socket, buffer, sizeof buffer, 0);
        int64_t received = now();
        if (length < 0 && errno == EINTR) continue;  // As after a thaw.
        if (length <= 0) _exit(0);
        send(socket, &received, sizeof received, MSG_NOSIGNAL);
    }
}

// cgroup.events is read again before it is waited for: the kernel tells of changes at most once in
// 10 ms. A freeze takes some microseconds, so a few readings find it done.
static int64_t freeze_child(int freezing, int events) {
    char text[256];
    int64_t start = now();
    pwrite(freezing, "1", 1, 0);
    for (int reading = 0;; reading++) {
        ssize_t length = pread(events, text, sizeof text - 1, 0);
        text[length > 0 ? length : 0] = 0;
        if (strstr(text, "frozen 1")) return now() - start;
        if (reading >= 100) {
            struct pollfd entry = {.fd = events, .events = POLLPRI};
            poll(&entry, 1, 1000);
        }
    }
}

int main(int count, char **arguments) {
    if (count != 3) {
        fprintf(stderr, "usage: bare CGROUP THREADS\n");
        return 64;
    }
    signal(SIGINT, SIG_IGN);  // Ctrl-C ends whoever writes our input, and that ends us.
    signal(SIGTERM, SIG_IGN);
    signal(SIGPIPE, SIG_IGN);
    cgroup = arguments[1];
    if (mkdir(cgroup, 0755) < 0) {
        fprintf(stderr, "bare: %s: %s\n", cgroup, strerror(errno));
        return 1;
    }
    int sockets[2];
    socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, sockets);
    pid_t pid = fork();
    if (pid == 0) {
        close(sockets[0]);
        child(sockets[1], atoi(arguments[2]));
    }
    close(sockets[1]);
    char text[32];
    int length = snprintf(text, sizeof text, "%d", pid);
    int procs = file("cgroup.procs", O_WRONLY);
    if (write(procs, text, (size_t)length) != length) perror("bare: cgroup.procs");

    int freezing = file("cgroup.freeze", O_WRONLY);
    int events = file("cgroup.events", O_RDONLY);
    usleep(50000);  // Its threads start.
    freeze_child(freezing, events);

    static const char message[] =
        "{\"type\":\"deliver\",\"seq\":1000,\"call\":\"performFetch\",\"wake\":1000}";
    char line[64];
    while (fgets(line, sizeof line, stdin)) {
        int64_t received = 0;
        int64_t start = now();
        pwrite(freezing, "0", 1, 0);
        send(sockets[0], message, sizeof message - 1, MSG_NOSIGNAL);
        recv(sockets[0], &received, sizeof received, 0);
        if (atoi(line) > 0) usleep((useconds_t)atoi(line));
        int64_t suspended = freeze_child(freezing, events);
        printf("%ld %ld\n", (long)(received - start), (long)suspended);
        fflush(stdout);
    }

    int kill = file("cgroup.kill", O_WRONLY);
    pwrite(kill, "1", 1, 0);
    waitpid(pid, NULL, 0);
    for (int attempt = 0; attempt < 200 && rmdir(cgroup) < 0 && errno == EBUSY; attempt++) usleep(5000);
    return 0;
}
