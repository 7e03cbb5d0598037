"""A certificate authority for this run, with a server's and a client's certificate, by openssl."""
import os
import subprocess


def make(folder):
    """The paths of what there is in the folder, made if it isn't there yet."""
    paths = {name: os.path.join(folder, name + ".pem") for name in
             ("authority", "server", "serverKey", "client", "clientKey")}
    if os.path.exists(paths["clientKey"]):
        return paths
    key = os.path.join(folder, "authorityKey.pem")
    _openssl("req", "-x509", *_new_key(key), "-out", paths["authority"], "-days", "30",
             "-subj", "/CN=Quiesce test authority")
    names = os.path.join(folder, "names.cnf")
    with open(names, "w", encoding="ascii") as file:
        file.write("subjectAltName=IP:127.0.0.1,DNS:localhost\n")
    for who in ("server", "client"):
        request = os.path.join(folder, who + ".csr")
        _openssl("req", *_new_key(paths[who + "Key"] + ".new"), "-out", request,
                 "-subj", f"/CN={'127.0.0.1' if who == 'server' else 'test client'}")
        _openssl("x509", "-req", "-in", request, "-CA", paths["authority"], "-CAkey", key,
                 "-CAcreateserial", "-days", "30", "-extfile", names, "-out", paths[who])
        os.rename(paths[who + "Key"] + ".new", paths[who + "Key"])
    return paths


def _new_key(path):
    return ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-keyout", path]


def _openssl(*arguments):
    try:
        subprocess.run(["openssl", *arguments], check=True, capture_output=True, text=True)
    except FileNotFoundError:
        raise SystemExit("transfer_server: openssl is missing; run scripts/install-prerequisites")
    except subprocess.CalledProcessError as error:
        raise SystemExit(f"transfer_server: openssl {arguments[0]}: {error.stderr.strip()}")
