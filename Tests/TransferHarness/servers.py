"""The servers that transfers are tried with: our own, and real ones, each with its own folder."""
import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import time
import urllib.parse
import urllib.request

HERE = os.path.dirname(os.path.abspath(__file__))
SERVER = os.path.join(HERE, "..", "TransferServer", "transfer_server.py")
sys.path.insert(0, os.path.dirname(SERVER))
# A Swift test's threads block signals, and children inherit that: they couldn't be ended.
signal.pthread_sigmask(signal.SIG_SETMASK, [])
PORTS = ["port", "otherPort", "tlsPort", "tlsClientPort", "proxyPort", "authProxyPort",
         "tlsCutPort"]
STRAIGHT = urllib.request.build_opener(urllib.request.ProxyHandler({}))


class OwnServer:
    """`Tests/TransferServer`, which can be killed and started again on the same ports."""

    def __init__(self, folder, *options):
        self.folder, self.options = folder, options
        self.facts = None
        self.start()

    def start(self):
        ports = [] if self.facts is None else ["--ports"] + [str(self.facts[p]) for p in PORTS]
        self.process = subprocess.Popen(
            [sys.executable, "-B", SERVER, "--until-eof", "--folder", self.folder, *self.options,
             *ports], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        line = self.process.stdout.readline()
        if not line:
            raise SystemExit("the transfer server did not start")
        self.facts = json.loads(line)

    def kill(self):
        self.process.kill()
        self.process.wait()

    def close(self):
        end(self.process)

    def url(self, path, /, port="port", scheme=None, **query):
        scheme = scheme or ("https" if port.startswith("tls") else "http")
        text = urllib.parse.urlencode(query)
        return f"{scheme}://127.0.0.1:{self.facts[port]}{path}" + (f"?{text}" if text else "")

    def control(self, what, **query):
        with STRAIGHT.open(self.url("/control/" + what, **query), timeout=30) as reply:
            return json.load(reply)

    def state(self, path):
        return self.control("state", path=path)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if self.process.returncode is None:
            self.close()


def end(process, group=False):
    """Ends a child of ours, or with it the session that it was started in; in good order if it can."""
    for number in (signal.SIGTERM, signal.SIGKILL):
        os.killpg(process.pid, number) if group else process.send_signal(number)
        try:
            process.wait(20)
            return
        except subprocess.TimeoutExpired:
            continue


def free_port():
    with socket.socket() as sock:
        sock.bind(("127.0.0.1", 0))
        return sock.getsockname()[1]


def tool(name, package):
    """The path of a server's executable, or the end with what to install."""
    found = shutil.which(name, path=os.environ.get("PATH", "") + ":/usr/sbin:/usr/local/sbin")
    if not found:
        raise SystemExit(f"{name} isn't installed: run scripts/install-prerequisites, or "
                         f"apt-get install {package}")
    return found


NGINX = """daemon off; worker_processes 1; pid {root}/pid; error_log {root}/error.log;
{user}
events {{ worker_connections 64; }}
http {{
  access_log off; sendfile on;
  client_body_temp_path {root}/b; proxy_temp_path {root}/p; fastcgi_temp_path {root}/f;
  uwsgi_temp_path {root}/u; scgi_temp_path {root}/s;
  server {{ listen 127.0.0.1:{port}; root {root}/files; }}
  server {{ listen 127.0.0.1:{tls} ssl http2; root {root}/files;
    ssl_certificate {certificate}; ssl_certificate_key {key}; }}
}}
"""
APACHE = """ServerRoot {root}
ServerName 127.0.0.1
Listen 127.0.0.1:{port}
PidFile {root}/pid
ErrorLog {root}/error.log
DefaultRuntimeDir {root}
Mutex file:{root} default
LoadModule mpm_event_module /usr/lib/apache2/modules/mod_mpm_event.so
LoadModule authz_core_module /usr/lib/apache2/modules/mod_authz_core.so
{user}
DocumentRoot {root}/files
"""
LIGHTTPD = """server.document-root = "{root}/files"
server.bind = "127.0.0.1"
server.port = {port}
server.errorlog = "{root}/error.log"
server.stat-cache-engine = "disable"
mimetype.assign = ("" => "application/octet-stream")
"""
REAL = ["nginx", "nginx-http2", "apache", "lighttpd", "http.server"]


class RealServer:
    """A server from Debian or Python that serves `files` below its folder, as its own child."""

    def __init__(self, name, root, certificates=None):
        self.name, self.root = name, root
        self.port, tls = free_port(), free_port()
        self.files = os.path.join(root, "files")
        os.makedirs(self.files)
        os.chmod(root, 0o755)  # Their workers may be of another user.
        self.log = open(os.path.join(root, "output"), "wb")
        facts = {"root": root, "port": self.port, "tls": tls, "user": "",
                 "certificate": (certificates or {}).get("server"),
                 "key": (certificates or {}).get("serverKey")}
        self.base = f"http://127.0.0.1:{self.port}/"
        if name.startswith("nginx"):
            facts["user"] = "user root;" if os.getuid() == 0 else ""
            if name == "nginx-http2":
                self.base = f"https://127.0.0.1:{tls}/"
            config = self._config(NGINX, facts)
            command = [tool("nginx", "nginx-light"), "-p", root, "-c", config, "-e",
                       f"{root}/error.log"]
        elif name == "apache":
            # It refuses to work as root, so its children are nobody.
            facts["user"] = "User nobody\nGroup nogroup" if os.getuid() == 0 else ""
            facts["user"] += self._unixd()
            command = [tool("apache2", "apache2"), "-d", root, "-f", self._config(APACHE, facts),
                       "-D", "FOREGROUND"]
        elif name == "lighttpd":
            command = [tool("lighttpd", "lighttpd"), "-D", "-f", self._config(LIGHTTPD, facts)]
        else:
            command = [sys.executable, "-m", "http.server", "--bind", "127.0.0.1", "--directory",
                       self.files, str(self.port)]
        self.process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=self.log,
                                        stderr=self.log, start_new_session=True)
        self._wait()

    @staticmethod
    def _unixd():
        module = "/usr/lib/apache2/modules/mod_unixd.so"
        return f"\nLoadModule unixd_module {module}" if os.path.exists(module) else ""

    def _config(self, text, facts):
        path = os.path.join(self.root, "server.conf")
        with open(path, "w", encoding="ascii") as file:
            file.write(text.format(**facts))
        return path

    def _wait(self):
        """Until it accepts: there is no event for that, so it is asked."""
        end = time.monotonic() + 30
        while time.monotonic() < end and self.process.poll() is None:
            try:
                socket.create_connection(("127.0.0.1", self.port), timeout=1).close()
                return
            except OSError:
                time.sleep(0.02)
        self.close()
        with open(self.log.name, errors="replace") as log:
            raise SystemExit(f"{self.name} did not start: {log.read().strip()}")

    def write(self, name, content, modified=1_600_000_000):
        """Puts a file there, as of a time long gone, so that its Last-Modified counts as strong."""
        path = os.path.join(self.files, name)
        with open(path + ".new", "wb") as file:
            file.writelines(content.pieces())
        os.utime(path + ".new", (modified, modified))
        os.chmod(path + ".new", 0o644)
        os.rename(path + ".new", path)

    def close(self):
        """Its workers too: they are of the session that it was started in."""
        if self.process.poll() is None:
            end(self.process, group=True)
        self.log.close()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()
