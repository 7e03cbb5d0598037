// quiesce-keeper: nothing stays frozen with nobody to thaw it (docs/decisions/0076).
//
//   quiesce-keeper LOCK SECONDS cgroup DIRECTORY
//   quiesce-keeper LOCK SECONDS signals HOME
//
// A daemon starts one and holds the other end of its standard input. When that end breaks, and no daemon holds LOCK for
// so many seconds, the keeper thaws the device's apps and ends. C, as it lies in memory as long as its daemon does.
#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

// The word of a daemon that has ended every app, before it closes its end.
enum { ENDED = 'e' };

// How often a successor is looked for once the daemon is gone, and how often in a row it has to be there: a daemon that
// fails in the moment it starts is none.
enum { LOOK_MILLISECONDS = 250, LOOKS = 2 };

static int number(const char *text) { return text[0] >= '0' && text[0] <= '9' ? atoi(text) : -1; }

// The file's beginning, with a NUL behind it; how many bytes, or -1.
static ssize_t contents(int directory, const char *name, char *buffer, size_t size) {
    int file = openat(directory, name, O_RDONLY | O_CLOEXEC);
    if (file < 0) return -1;
    size_t length = 0;
    ssize_t count;
    while (length < size - 1 && (count = read(file, buffer + length, size - 1 - length)) > 0) length += count;
    close(file);
    buffer[length] = 0;
    return length;
}

// Whether a daemon has the device.
static bool has_successor(const char *lock) {
    int file = open(lock, O_RDONLY | O_CLOEXEC);
    if (file < 0) return false;
    bool is_held = flock(file, LOCK_SH | LOCK_NB) != 0 && errno == EWOULDBLOCK;
    close(file);
    return is_held;
}

// MARK: cgroups

static bool is_empty(const char *device) {
    char events[256];
    int directory = open(device, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (directory < 0) return true;
    bool is_empty =
        contents(directory, "cgroup.events", events, sizeof events) < 0 || strstr(events, "populated 0") != NULL;
    close(directory);
    return is_empty;
}

static void thaw_cgroups(const char *device) {
    DIR *stream = opendir(device);
    if (stream == NULL) return;
    for (struct dirent *entry; (entry = readdir(stream)) != NULL;) {
        if (entry->d_type != DT_DIR || entry->d_name[0] == '.') continue;
        int app = openat(dirfd(stream), entry->d_name, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
        int freeze = openat(app, "cgroup.freeze", O_WRONLY | O_CLOEXEC);
        if (freeze >= 0) {
            ssize_t written = write(freeze, "0", 1);
            (void)written;  // A cgroup that is gone needs no thaw.
            close(freeze);
        }
        if (app >= 0) close(app);
    }
    closedir(stream);
}

// MARK: Signals

struct process {
    pid_t pid, parent, session;
    unsigned long long start;
    bool is_stopped, is_apps, is_adopted;
    // Whoever is in its session isn't an app's for that: it is a terminal's, in which one was adopted.
    bool is_lodger;
    // The process that it speaks for as an app, which ran before; 0: none.
    pid_t adopted;
    unsigned long long adopted_start;
};

// The process is an app's: its first one was started with the device's home and a launch in its environment.
static bool is_marked(int directory, const char *home, struct process *process) {
    static char environment[1 << 16];
    ssize_t length = contents(directory, "environ", environment, sizeof environment);
    bool has_home = false, has_launch = false;
    for (char *variable = environment; variable < environment + length; variable += strlen(variable) + 1) {
        if (strncmp(variable, "QUIESCE_HOME=", 13) == 0) has_home = strcmp(variable + 13, home) == 0;
        if (strncmp(variable, "QUIESCE_LAUNCH=", 15) == 0) has_launch = true;
        sscanf(variable, "QUIESCE_ADOPTED=%d %llu", &process->adopted, &process->adopted_start);
    }
    return has_home && has_launch;
}

static bool look_at(pid_t pid, const char *home, struct process *process) {
    char path[32], status[1024];
    snprintf(path, sizeof path, "/proc/%d", pid);
    int directory = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (directory < 0) return false;
    bool is_there = contents(directory, "stat", status, sizeof status) > 0;
    // The name, in parentheses, may hold anything.
    char *fields = is_there ? strrchr(status, ')') : NULL;
    char state = 0;
    *process = (struct process){.pid = pid};
    is_there = fields != NULL
        && sscanf(fields, ") %c %d %*d %d %*d %*d %*u %*u %*u %*u %*u %*u %*u %*d %*d %*d %*d %*d %*d %llu", &state,
                  &process->parent, &process->session, &process->start) == 4;
    process->is_stopped = state == 'T';
    process->is_apps = is_there && is_marked(directory, home, process);
    close(directory);
    return is_there;
}

// A program that was adopted by an app is the app's, by its number and its start.
static void find_adopted(struct process *all, size_t count) {
    for (size_t i = 0; i < count; i++) {
        for (size_t j = 0; j < count && all[i].is_apps && all[i].adopted > 0; j++) {
            if (all[j].pid != all[i].adopted || all[j].start != all[i].adopted_start || all[j].is_apps) continue;
            all[j].is_apps = all[j].is_adopted = true;
            for (size_t k = 0; k < count && all[j].session != all[j].pid; k++)
                all[k].is_lodger |= all[k].session == all[j].session;
        }
    }
}

// Continues what is stopped of apps: what carries their marks, what that started, and what is in a session of theirs; or
// what was adopted alone.
static void continue_processes(const char *home, bool only_adopted) {
    DIR *stream = opendir("/proc");
    if (stream == NULL) return;
    struct process *all = NULL;
    size_t count = 0, room = 0;
    for (struct dirent *entry; (entry = readdir(stream)) != NULL;) {
        pid_t pid = number(entry->d_name);
        if (pid <= 0) continue;
        if (count == room) {
            room = room * 2 + 256;
            struct process *more = realloc(all, room * sizeof *all);
            if (more == NULL) break;
            all = more;
        }
        if (look_at(pid, home, &all[count])) count += 1;
    }
    closedir(stream);
    find_adopted(all, count);
    for (size_t i = 0; i < count && only_adopted; i++) all[i].is_apps = all[i].is_adopted;
    for (bool found = true; found;) {
        found = false;
        for (size_t i = 0; i < count; i++) {
            for (size_t j = 0; j < count && !all[i].is_apps; j++)
                found |= all[i].is_apps = all[j].is_apps
                    && (all[i].parent == all[j].pid || (all[i].session == all[j].session && !all[i].is_lodger));
        }
    }
    for (size_t i = 0; i < count; i++) {
        if (!all[i].is_apps || !all[i].is_stopped) continue;
        int pidfd = syscall(SYS_pidfd_open, all[i].pid, 0);
        if (pidfd < 0) continue;
        // The number may be another's by now: then that one isn't stopped, or is none of the session.
        struct process now;
        if (look_at(all[i].pid, home, &now) && now.is_stopped && now.session == all[i].session)
            syscall(SYS_pidfd_send_signal, pidfd, SIGCONT, NULL, 0);
        close(pidfd);
    }
    free(all);
}

int main(int count, char **arguments) {
    if (count != 5) return 64;
    const char *lock = arguments[1], *place = arguments[4];
    bool has_cgroups = strcmp(arguments[3], "cgroup") == 0;
    // Nobody's child that would have to wait for it: its daemon may become another program.
    pid_t child = fork();
    if (child != 0) return child < 0 ? 71 : 0;

    char word = 0;
    for (ssize_t length = 1; length != 0;) {
        char next;
        length = read(STDIN_FILENO, &next, 1);
        if (length < 0 && errno != EINTR) break;
        if (length == 1) word = next;
    }
    if (word == ENDED) return 0;
    long milliseconds = 1000L * number(arguments[2]);
    for (int seen = 0; milliseconds > 0; milliseconds -= LOOK_MILLISECONDS) {
        if (has_cgroups && is_empty(place)) return 0;
        seen = has_successor(lock) ? seen + 1 : 0;
        if (seen == LOOKS) return 0;
        nanosleep(&(struct timespec){.tv_nsec = LOOK_MILLISECONDS * 1000000L}, NULL);
    }
    // Held meanwhile, so that no daemon comes and takes them for frozen. One that starts waits for it.
    int held = open(lock, O_RDONLY | O_CLOEXEC);
    if (held >= 0 && flock(held, LOCK_SH | LOCK_NB) != 0 && errno == EWOULDBLOCK) return 0;
    if (has_cgroups) thaw_cgroups(place);
    // The kernel may have kept an adopted program in another cgroup.
    char home[4096];
    const char *end = strrchr(lock, '/');
    snprintf(home, sizeof home, "%.*s", end == NULL ? 0 : (int)(end - lock), lock);
    continue_processes(has_cgroups ? home : place, has_cgroups);
    return 0;
}
