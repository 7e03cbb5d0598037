// A download and nothing else: what libcurl and the disk take, which the transfer agent is compared with.
//
//   download buffered|direct URL FILE [CERTIFICATES]
//
// writes the body to FILE in pieces of 4 MiB, through the page cache or past it (O_DIRECT), in one thread, and syncs
// it. It prints the seconds until the last write, and until the disk has the file.
#define _GNU_SOURCE
#include <curl/curl.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { piece = 4 << 20, page = 4096 };
static char *bytes;
static size_t count;
static int file, cached;

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec + time.tv_nsec / 1e9;
}

static void fail(const char *what) {
    fprintf(stderr, "download: %s: %s\n", what, strerror(errno));
    exit(1);
}

static void put(int to, const char *from, size_t length) {
    while (length > 0) {
        ssize_t done = write(to, from, length);
        if (done <= 0) fail("write");
        from += done;
        length -= done;
    }
}

static size_t took(char *from, size_t one, size_t length, void *nothing) {
    (void)one, (void)nothing;
    size_t left = length;
    while (left > 0) {
        size_t more = left < piece - count ? left : piece - count;
        memcpy(bytes + count, from, more);
        count += more;
        from += more;
        left -= more;
        if (count == piece) {
            put(file, bytes, count);
            count = 0;
        }
    }
    return length;
}

int main(int argc, char **argv) {
    if (argc < 4) {
        fprintf(stderr, "usage: download buffered|direct URL FILE [CERTIFICATES]\n");
        return 64;
    }
    int direct = strcmp(argv[1], "direct") == 0 ? O_DIRECT : 0;
    if (posix_memalign((void **)&bytes, page, piece)) fail("memory");
    file = open(argv[3], O_WRONLY | O_CREAT | O_TRUNC | direct, 0600);
    if (file < 0) fail(argv[3]);
    CURL *curl = curl_easy_init();
    curl_easy_setopt(curl, CURLOPT_URL, argv[2]);
    curl_easy_setopt(curl, CURLOPT_BUFFERSIZE, 512L << 10);
    curl_easy_setopt(curl, CURLOPT_WRITEFUNCTION, took);
    curl_easy_setopt(curl, CURLOPT_FAILONERROR, 1L);
    if (argc > 4) curl_easy_setopt(curl, CURLOPT_CAINFO, argv[4]);
    double began = now();
    CURLcode result = curl_easy_perform(curl);
    if (result != CURLE_OK) {
        fprintf(stderr, "download: %s\n", curl_easy_strerror(result));
        return 1;
    }
    size_t whole = direct ? count / page * page : count;
    put(file, bytes, whole);
    if (whole < count) {
        // A tail that isn't whole pages goes through the page cache.
        cached = open(argv[3], O_WRONLY | O_APPEND);
        if (cached < 0) fail(argv[3]);
        put(cached, bytes + whole, count - whole);
    }
    double written = now() - began;
    if (fdatasync(file) != 0) fail("fdatasync");
    printf("%.6f %.6f\n", written, now() - began);
    return 0;
}
