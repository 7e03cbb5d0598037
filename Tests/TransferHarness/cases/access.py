"""Names, passwords, certificates, cookies, proxies."""
from cases import case, fails, trusting

RIGHT = {"kind": "credential", "user": "user", "password": "secret"}
WRONG = {"kind": "credential", "user": "user", "password": "wrong"}


def stored(server):
    return {"credentials": [{"origin": f"127.0.0.1:{server.facts['port']}", "user": "user",
                             "password": "secret"}]}


for scenario, query in (("basic", {}), ("digest", {}), ("digest", {"algorithm": "SHA-256"})):
    what = " ".join([scenario, *query.values()])
    case("access", scenario, name=f"{what}: stored", query=query, request=stored, questions=[])
    case("access", scenario, name=f"{what}: asked", query=query, answers=[RIGHT],
         questions=["challenge"])
    case("access", scenario, name=f"{what}: wrong, then right", query=query,
         answers=[WRONG, RIGHT], questions=["challenge"] * 2)
fails("access", "basic", "authenticationCancelled", name="asked: nobody",
      answers=[{"kind": "cancel"}])
for answer in ("takeResponse", "proceed"):
    case("access", "basic", name=f"challenge: {answer}", answers=[{"kind": answer}], status=401,
         is_content=False)
case("access", "resume-basic", request=stored, failures=["connectionLost"],
     outcomes=["began", "resumed 32768"])
case("access", "cookies", request={"cookies": "mine=yes"})

fails("access", "plain", "serverCertificateUntrusted", name="TLS, not trusted", port="tlsPort",
      answers=[{"kind": "cancel"}])
case("access", "plain", name="TLS, trusted", port="tlsPort", request=trusting)


def with_certificate(server):
    def text(name):
        with open(server.facts[name], encoding="ascii") as file:
            return file.read()
    return {**trusting(server),
            "clientCertificate": {"certificate": text("client"), "key": text("clientKey")}}


def pinned(right):
    def make(server):
        import base64
        import hashlib
        import subprocess
        key = subprocess.run(["openssl", "pkey", "-in", server.facts["serverKey"], "-pubout",
                              "-outform", "der"], check=True, capture_output=True).stdout
        pin = base64.b64encode(hashlib.sha256(key if right else b"other").digest()).decode()
        return {**trusting(server), "pinnedPublicKeys": [f"sha256//{pin}"]}
    return make


case("access", "plain", name="the pinned key", port="tlsPort", request=pinned(True))
fails("access", "plain", "serverCertificateUntrusted", name="another key than the pinned one",
      port="tlsPort", request=pinned(False))
case("access", "plain", name="client certificate", port="tlsClientPort", request=with_certificate)
fails("access", "plain", "clientCertificateRejected|authenticationCancelled",
      name="no client certificate", port="tlsClientPort", request=trusting,
      answers=[{"kind": "cancel"}])


def through(port, **more):
    def make(server):
        return {**trusting(server),
                "proxy": {"url": f"http://127.0.0.1:{server.facts[port]}", **more}}
    return make


def was_proxied(method):
    def check(server, verdict, file):
        seen = [each["method"] for each in server.control("proxied")]
        assert method in seen, seen
    return check


def was_not_proxied(server, verdict, file):
    assert server.control("proxied") == []


PASSWORD = {"user": "user", "password": "secret"}
case("access", "plain", name="proxy", request=through("proxyPort"), check=was_proxied("GET"))
case("access", "plain", name="proxy, TLS", port="tlsPort", request=through("proxyPort"),
     check=was_proxied("CONNECT"))
case("access", "plain", name="proxy with a password", request=through("authProxyPort", **PASSWORD),
     check=was_proxied("GET"))
case("access", "plain", name="proxy with a password, TLS", port="tlsPort",
     request=through("authProxyPort", **PASSWORD), check=was_proxied("CONNECT"))
case("access", "plain", name="proxy not for this host",
     request=through("authProxyPort", exceptions=["127.0.0.1"]),
     check=was_not_proxied)
