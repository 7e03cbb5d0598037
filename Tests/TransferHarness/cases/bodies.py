"""Bodies of the wrong length, chunks, encodings, limits."""
from cases import HALF, SIZE, case, fails

case("bodies", "close-delimited", outcomes=["began"])
# Bytes behind the announced ones belong to no reply: not taken, whichever verdict.
case("bodies", "long-body", kind="finished|tooLarge")
case("bodies", "short-body", outcomes=["began", f"resumed {SIZE - 1000}"],
     ranges=[None, SIZE - 1000], failures=["connectionLost"])
case("bodies", "empty", size=0)
case("bodies", "chunked", outcomes=["began"])
case("bodies", "chunked-cut", outcomes=["began", f"resumed {HALF}"], ranges=[None, HALF])
fails("bodies", "chunk-overflow", "badServerResponse", ranges=[None])
fails("bodies", "chunk-rubbish", "badServerResponse", ranges=[None])
# RFC 9112, 6.3: the chunks count; a client may also refuse.
case("bodies", "chunked-and-length", kind="finished|badServerResponse")
for name in ("negative", "rubbish", "plus", "two", "list", "overflow"):
    fails("bodies", f"length-{name}", "badServerResponse|tooLarge", ranges=[None])
fails("bodies", "length-huge", "tooLarge|badServerResponse", ranges=[None])
case("bodies", "length-same-twice")

CHECKSUM = "sha256:"


def checksum(right):
    from content import Content
    good = Content(1, 1, SIZE).sha256()
    return {"checksum": CHECKSUM + (good if right else "0" * 64)}


case("bodies", "resume", name="checksum right, resumed", request=checksum(True))
fails("bodies", "plain", "checksumMismatch", name="checksum wrong", request=checksum(False),
      ranges=[None])
fails("bodies", "plain", "tooLarge", name="size limit", request={"sizeLimit": SIZE - 1})
fails("bodies", "chunked", "tooLarge", name="size limit, length unknown",
      request={"sizeLimit": SIZE - 1})
case("bodies", "plain", name="size limit kept", request={"sizeLimit": SIZE})
case("bodies", "plain", name="33 MiB", query={"size": 33 * 2**20 + 12345}, size=33 * 2**20 + 12345)
case("bodies", "resume", name="33 MiB, resumed", query={"size": 33 * 2**20 + 12345},
     size=33 * 2**20 + 12345, failures=["connectionLost"],
     outcomes=["began", f"resumed {(33 * 2**20 + 12345) // 2}"])
