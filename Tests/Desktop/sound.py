"""The longest pause in a tone, of 16 bits 8,000 times a second."""
import array

RATE = 8000
# Milliseconds that an ear doesn't notice, and the parts in which it is looked for.
GAP, PART = 50, 10
SILENT = 100


def longest_gap(data):
    samples = array.array("h", data[:len(data) // 2 * 2])
    size = RATE * PART // 1000
    longest, pause, has_begun = 0, 0, False
    for at in range(0, len(samples) - size, size):
        if max(map(abs, samples[at:at + size])) > SILENT:
            longest, pause, has_begun = max(longest, pause), 0, True
        else:
            pause += has_begun
    return max(longest, pause) * PART
