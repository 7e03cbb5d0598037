"""Networks that are slow, silent, gone, or somebody else's."""
from cases import HALF, case, fails, says
from cases.bodies import checksum
from scenarios.networks import PORTAL

SOON = {"requestTimeout": 3.0}

case("networks", "stutter", query={"cut": 4000}, outcomes=["began"], failures=[])
case("networks", "silence", request=SOON, failures=["timedOut"],
     outcomes=["began", f"resumed {HALF}"])
fails("networks", "no-answer", "timedOut", request=SOON, attempts=2, failures=["timedOut"])
fails("networks", "slowloris", "timedOut|badServerResponse", request=SOON, attempts=1)
case("networks", "reset", failures=["connectionLost"])
case("networks", "cut-unbounded", failures=["connectionLost"])
fails("networks", "plain", "secureConnectionFailed|connectionLost", name="TLS handshake cut",
      port="tlsCutPort", attempts=2)
fails("networks", "", "hostNotFound", name="no such host", url="http://no-such-host.invalid/a",
      attempts=1)
fails("networks", "", "cannotConnect", name="nobody listens", url="http://127.0.0.1:1/a",
      attempts=2)
fails("networks", "", "badURL|unsupportedURL|hostNotFound", name="no host", url="http:///")
for url in ("file:///etc/passwd", "ftp://127.0.0.1:1/a", "gopher://127.0.0.1:1/a"):
    fails("networks", "", "unsupportedURL", name=url.split(":")[0] + " URL", url=url)
# Nobody can tell a portal's page from a new version, unless a checksum can.
fails("networks", "portal", "checksumMismatch", request=checksum(True))
case("networks", "portal", name="portal, no checksum", is_content=False, check=says(PORTAL))
case("networks", "portal-511", failures=["connectionLost", "serverBusy"],
     outcomes=["began", f"resumed {HALF}"])
