"""Where a redirect may lead, and what goes with it."""
from cases import case, fails, sent, trusting

SECRETS = {"headers": [{"name": "Authorization", "value": "Bearer mine"},
                       {"name": "X-Other", "value": "1"}], "cookies": "mine=yes"}

for code in (301, 302, 303, 307, 308):
    case("redirects", "redirect", name=f"redirect {code}", query={"code": code})
case("redirects", "redirect", name="20 redirects", query={"hops": 20})
fails("redirects", "redirect", "tooManyRedirects", name="21 redirects", query={"hops": 21})
for scenario in ("redirect-loop", "redirect-loop-two", "redirect-endless"):
    fails("redirects", scenario, "tooManyRedirects")
fails("redirects", "redirect-endless-headers", "tooManyRedirects|badServerResponse")
for scenario in ("redirect-file", "redirect-ftp"):
    fails("redirects", scenario, "redirectRefused")
fails("redirects", "redirect-rubbish", "redirectRefused")
fails("redirects", "redirect-to-http", "redirectRefused", port="tlsPort", request=trusting)
case("redirects", "redirect-to-https", request=trusting)
# Without a place to go, the reply itself is the result.
case("redirects", "redirect-none", status=302, is_content=False)
case("redirects", "redirect-blank", status=302, is_content=False)
case("redirects", "resume-redirect", failures=["connectionLost"],
     outcomes=["began", "resumed 32768"])


def nothing_secret(server, verdict, file):
    headers = sent(file)["headers"]
    assert "authorization" not in headers and "cookie" not in headers, headers
    assert headers.get("x-other") == "1", headers


def everything(server, verdict, file):
    headers = sent(file)["headers"]
    assert headers.get("authorization") == "Bearer mine", headers
    assert headers.get("cookie") == "mine=yes", headers


case("redirects", "redirect-away", request=SECRETS, is_content=False, check=nothing_secret)
case("redirects", "redirect-here", request=SECRETS, is_content=False, check=everything)
ASKS = {"asksForRedirects": True}
case("redirects", "redirect", name="asked: proceed", request=ASKS, answers=[{"kind": "proceed"}],
     questions=["redirect"])
case("redirects", "redirect", name="asked: take the response", request=ASKS, status=302,
     answers=[{"kind": "takeResponse"}], is_content=False, questions=["redirect"])
fails("redirects", "redirect", "cancelled", name="asked: cancel", request=ASKS,
      answers=[{"kind": "cancel"}], questions=["redirect"])
case("redirects", "redirect", name="no redirects wanted", request={"allowsRedirects": False},
     status=302, is_content=False)
