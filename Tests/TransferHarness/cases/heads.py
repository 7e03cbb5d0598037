"""Status lines, headers, and servers that are busy."""
from cases import HALF, case, fails, says

DAY = 24 * 3600 * 1000


for code in (400, 403, 404, 410, 451):
    case("heads", "status", name=f"status {code}", query={"code": code}, status=code,
         is_content=False, check=says("a short text\n"))
fails("heads", "not-http", "badServerResponse")
case("heads", "no-head", failures=["connectionLost"] * 2, outcomes=["began"])
case("heads", "head-cut", failures=["connectionLost"], outcomes=["began"])
fails("heads", "endless-headers", "badServerResponse", ranges=[None])
fails("heads", "long-header", "badServerResponse", ranges=[None])
case("heads", "big-headers")
case("heads", "continue-first")
case("heads", "clock-skew", outcomes=["began", f"resumed {HALF}"], ranges=[None, HALF])

for code in (408, 425, 429, 500, 502, 503, 504):
    case("heads", "busy", name=f"busy {code}", query={"code": code, "times": 3},
         failures=["serverBusy"] * 3, outcomes=["began"], waits=())
case("heads", "too-many", failures=["serverBusy"], waits=(1000, 1000))
case("heads", "retry-after-seconds", failures=["serverBusy"], waits=(2000, 2000))
case("heads", "retry-after-date", failures=["serverBusy"], waits=(90_000, 100_000))
case("heads", "retry-after-past", failures=["serverBusy"], waits=(0, 0))
case("heads", "retry-after-absurd", failures=["serverBusy"], waits=(DAY, DAY))
case("heads", "retry-after-overflow", failures=["serverBusy"], waits=(DAY, DAY))
case("heads", "retry-after-rubbish", failures=["serverBusy"], waits=())
case("heads", "retry-after-negative", failures=["serverBusy"], waits=())
