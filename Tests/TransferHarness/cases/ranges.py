"""The decision table itself."""
from cases import HALF, SIZE, case, fails, says, trusting

AGAIN = [None, HALF]  # The range that was asked for, request by request.
WHOLE = [None, HALF, None]


def resumes(scenario, **changes):
    case("ranges", scenario, **{"outcomes": ["began", f"resumed {HALF}"], "ranges": AGAIN,
                                "failures": ["connectionLost"], **changes})


def restarts(scenario, reason, ranges, **changes):
    case("ranges", scenario, outcomes=["began", f"restarted {reason} {HALF}"], ranges=ranges,
         **changes)


case("ranges", "plain", outcomes=["began"], ranges=[None], failures=[])
resumes("resume")
resumes("last-modified")
resumes("resume-many", name="resumed three times", query={"cut": 20000},
        outcomes=["began", "resumed 20000", "resumed 40000", "resumed 60000"],
        ranges=[None, 20000, 40000, 60000], failures=["connectionLost"] * 3)
resumes("resume", name="resume over TLS", port="tlsPort",
        request=trusting)
restarts("last-modified-now", "noValidator", [None, None])
restarts("weak-etag", "noValidator", [None, None])
restarts("no-validator", "noValidator", [None, None])
restarts("no-ranges", "rangesUnsupported", AGAIN)
restarts("new-version", "entityChanged", AGAIN, version=2)
restarts("new-length", "entityChanged", AGAIN, version=2, size=SIZE // 2)
case("ranges", "version-each-time", version=4,
     outcomes=["began"] + [f"restarted entityChanged {HALF}"] * 3, ranges=[None, HALF, HALF, HALF])
# What the server says now is the result, as for any 404: never the old half with it.
case("ranges", "404-between", status=404, is_content=False, ranges=AGAIN,
     check=says("no such file\n"))

restarts("206-wrong-start", "rangeMismatch", WHOLE)
restarts("206-late-start", "rangeMismatch", WHOLE)
restarts("206-total-differs", "lengthChanged", WHOLE)
restarts("206-etag-differs", "entityChanged", WHOLE, version=2)
restarts("206-no-content-range", "noContentRange", WHOLE)
restarts("206-rubbish-content-range", "noContentRange", WHOLE)
restarts("206-multipart", "noContentRange", WHOLE)
restarts("206-too-long", "rangeMismatch", WHOLE)
restarts("206-gzip", "encodingChanged", WHOLE)
restarts("416-no-header", "rangeNotSatisfiable", WHOLE)
restarts("416-shorter", "lengthChanged", WHOLE, version=2, size=HALF // 2)
case("ranges", "416-complete", outcomes=["began", "complete"], ranges=[None, SIZE])
fails("ranges", "206-wrong-start-always", "serverInconsistent")
fails("ranges", "416-always", "serverInconsistent")
fails("ranges", "206-unasked", "badServerResponse|serverInconsistent", ranges=[None])
fails("ranges", "304-unasked", "badServerResponse|serverInconsistent", ranges=AGAIN)
