// Times of steps, in a file that the process that takes the steps and the one that measures share.
#pragma once

#include <stdint.h>

// The record that `quiesced` writes with QUIESCE_TRACE, and BenchApp into its container.
struct qb_mark {
    uint64_t step;
    int64_t time;  // CLOCK_MONOTONIC, nanoseconds
};
struct qb_marks {
    uint64_t count;  // of the entries that are whole
    uint64_t capacity;
    struct qb_mark entries[];
};

int64_t qb_now(void);
// Maps the file, made and sized for `capacity` marks if it isn't there. NULL with errno.
struct qb_marks *qb_marks_open(const char *path, uint64_t capacity);
// Maps a file that another process made. NULL with errno.
const struct qb_marks *qb_marks_read(const char *path);
// How many are whole, with the barrier that reading them needs.
uint64_t qb_marks_count(const struct qb_marks *marks);
struct qb_mark qb_marks_at(const struct qb_marks *marks, uint64_t index);
void qb_mark(struct qb_marks *marks, uint64_t step, int64_t time);
