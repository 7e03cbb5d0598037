"""What the server serves: bytes that follow from a seed, a version and a size alone."""
import functools
import hashlib
import random
import struct

PIECE = 64 * 1024


@functools.lru_cache(maxsize=64)
def _noise(seed, version):
    return random.Random(f"{seed}/{version}").randbytes(2 * PIECE)


class Content:
    """One version of one file. Each piece begins with its number, so that none can stand for another."""

    def __init__(self, seed, version, size):
        self.seed, self.version, self.size = seed, version, size
        self.etag = f'"s{seed}-v{version}"'
        self.last_modified = f"Wed, {version % 28 + 1:02} Jan 2020 00:00:00 GMT"

    def piece(self, number):
        shift = number * 4099 % PIECE
        noise = _noise(self.seed, self.version)
        return struct.pack(">Q", number) + noise[shift:shift + PIECE - 8]

    def pieces(self, start=0, end=None):
        """The bytes from `start` to before `end`, at most a piece at a time."""
        end = self.size if end is None else end
        while start < end:
            number, skip = divmod(start, PIECE)
            data = self.piece(number)[skip:skip + end - start]
            yield data
            start += len(data)

    def read(self, start=0, end=None):
        return b"".join(self.pieces(start, end))

    def sha256(self):
        return _sha256(self.seed, self.version, self.size)


@functools.lru_cache(maxsize=4096)
def _sha256(seed, version, size):
    digest = hashlib.sha256()
    for data in Content(seed, version, size).pieces():
        digest.update(data)
    return digest.hexdigest()
