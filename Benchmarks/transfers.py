#!/usr/bin/env python3
"""The transfer agent beside libcurl alone, curl and aria2c: the same files from the same nginx on this machine.

transfers.py AGENT PROBE [--rounds N] [--folder DIR]

AGENT is a built quiesce-transferd, PROBE the built `download` of this package. Rounds are interleaved, and medians are
printed. *Written* is the time until the tool is done, *on the disk* until its files are, too: the agent says no
earlier that it is done, the others are followed by a sync. The goals are ratios to the best probe, which is the
one that has its file on the disk first (wall) or takes the least CPU, and to curl with its sync.
Everything is made in a folder of its own. Large files go between rounds, so that they don't fill the memory; small
ones at the end, as ext4 is slow to use the inodes of files again that have just been deleted.
"""
import argparse, json, os, resource, shutil, socket, statistics, subprocess, sys, tempfile, time

SMALL, SMALL_BYTES, LARGE_BYTES = 2000, 64 << 10, 1 << 30
WINDOW = 64


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


class Nginx:
    def __init__(self, folder):
        self.root = os.path.join(folder, "nginx")
        self.plain, self.secure = free_port(), free_port()
        os.makedirs(self.root + "/www/small")
        os.makedirs(self.root + "/tmp")
        key, self.certificate = self.root + "/key.pem", self.root + "/certificate.pem"
        subprocess.run(
            ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes",
             "-days", "2", "-subj", "/CN=localhost", "-addext", "subjectAltName=IP:127.0.0.1",
             "-keyout", key, "-out", self.certificate], check=True, stderr=subprocess.DEVNULL)
        piece = os.urandom(1 << 20)
        with open(self.root + "/www/large", "wb") as file:
            for _ in range(LARGE_BYTES >> 20):
                file.write(piece)
        for number in range(SMALL):
            with open(f"{self.root}/www/small/{number}", "wb") as file:
                file.write(piece[:SMALL_BYTES])
        places = "".join(
            f"{name}_temp_path tmp/{name};" for name in
            ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"])
        with open(self.root + "/nginx.conf", "w") as file:
            file.write(f"""
                {"user root;" if os.getuid() == 0 else ""}
                daemon off; worker_processes 1; pid pid; error_log errors;
                events {{ worker_connections 1024; }}
                http {{
                    access_log off; sendfile on; tcp_nopush on; keepalive_requests 1000000; {places}
                    server {{ listen 127.0.0.1:{self.plain}; root www; }}
                    server {{
                        listen 127.0.0.1:{self.secure} ssl http2; root www;
                        ssl_certificate {self.certificate}; ssl_certificate_key {key};
                    }}
                }}""")
        self.process = subprocess.Popen(["nginx", "-p", self.root, "-e", "errors", "-c", "nginx.conf"])
        for _ in range(100):
            try:
                socket.create_connection(("127.0.0.1", self.plain)).close()
                return
            except OSError:
                time.sleep(0.05)
        sys.exit("transfers.py: nginx doesn't answer")

    def stop(self):
        self.process.terminate()
        self.process.wait()


class Agent:
    """The agent in a new folder, driven as the daemon drives it."""

    def __init__(self, path, folder):
        self.socket, other = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        self.socket.settimeout(300)
        self.process = subprocess.Popen(
            [path, "--folder", folder, "--socket", str(other.fileno())], pass_fds=[other.fileno()])
        other.close()
        assert b"ready" in self.socket.recv(65536)

    @staticmethod
    def start(number, url, **more):
        request = dict(
            url=url, method="GET", headers=[], requestTimeout=60.0, allowsRedirects=True,
            asksForRedirects=False, credentials=[], pinnedPublicKeys=[], **more)
        return json.dumps({"start": {"_0": number, "attempt": 1, "_2": request}}).encode()

    def fetch(self, messages):
        waiting, running = iter(messages), 0
        for message in waiting:
            self.socket.send(message)
            running += 1
            if running == WINDOW:
                break
        while running:
            said = self.socket.recv(65536)
            if said.startswith(b'{"finished"'):
                running -= 1
                for message in waiting:
                    self.socket.send(message)
                    running += 1
                    break
            elif said.startswith(b'{"interrupted"'):
                sys.exit(f"transfers.py: {said.decode()}")

    def stop(self):
        self.socket.close()
        self.process.wait()


def measured(work):
    """Seconds until it was done, until it was on the disk, and of CPU of the processes that it started and waited for."""
    os.sync()
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    written, durable = work()
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return written, durable, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("agent")
    parser.add_argument("probe")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--folder", default=None, help="on the file system to measure")
    options = parser.parse_args()
    for tool in ["nginx", "openssl", "curl", "aria2c"]:
        if not shutil.which(tool) and not os.path.exists("/usr/sbin/" + tool):
            sys.exit(f"transfers.py: {tool} is needed: apt-get install nginx-light openssl curl aria2")
    os.environ["PATH"] += ":/usr/sbin"
    folder = os.path.abspath(tempfile.mkdtemp(prefix="quiesce-bench-", dir=options.folder))
    nginx = None
    try:
        nginx = Nginx(folder)
        run(options, folder, nginx)
    finally:
        if nginx:
            nginx.stop()
        shutil.rmtree(folder, ignore_errors=True)


def run(options, folder, nginx):
    runs = iter(range(1_000_000))

    def place():
        path = f"{folder}/{next(runs)}"
        os.mkdir(path)
        return path

    def agent(messages):
        def work():
            process = Agent(options.agent, place())
            began = time.monotonic()
            process.fetch(messages)
            wall = time.monotonic() - began
            process.stop()
            return wall, wall
        return work

    def probe(how, url, *certificates):
        def work():
            done = subprocess.run(
                [options.probe, how, url, place() + "/large", *certificates], check=True, capture_output=True)
            return tuple(float(word) for word in done.stdout.split())
        return work

    def command(target, *words):
        """A tool that leaves its files in the page cache, and a sync of them."""
        def work():
            began = time.monotonic()
            subprocess.run(words, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            written = time.monotonic() - began
            subprocess.run(["sync", "-f", target], check=True)
            return written, time.monotonic() - began
        return work

    def curl(*words):
        target = place()
        return command(target, "curl", "-sS", "-o", target + "/large", *words)

    def aria2c(*words):
        target = place()
        return command(target, "aria2c", "-q", "-d", target, *words)

    def many(tool, *words):
        path, target = f"{folder}/list-{next(runs)}", place()
        with open(path, "w") as file:
            for number in range(SMALL):
                url = f"http://127.0.0.1:{nginx.plain}/small/{number}"
                file.write(f"url={url}\noutput={target}/{number}\n" if tool == "curl"
                           else f"{url}\n dir={target}\n out={number}\n")
        return command(target, tool, *words, path)

    plain, secure = f"http://127.0.0.1:{nginx.plain}", f"https://127.0.0.1:{nginx.secure}"
    roots = open(nginx.certificate).read()
    small = [Agent.start(number + 1, f"{plain}/small/{number}") for number in range(SMALL)]
    trust = nginx.certificate
    cases = {
        "1 GiB, HTTP": {
            "agent": lambda: agent([Agent.start(1, plain + "/large")]),
            "probe, buffered": lambda: probe("buffered", plain + "/large"),
            "probe, O_DIRECT": lambda: probe("direct", plain + "/large"),
            "curl": lambda: curl(plain + "/large"),
            "aria2c": lambda: aria2c(plain + "/large"),
        },
        "1 GiB, HTTPS": {
            "agent": lambda: agent([Agent.start(1, secure + "/large", trustedRoots=roots)]),
            "probe, buffered": lambda: probe("buffered", secure + "/large", trust),
            "probe, O_DIRECT": lambda: probe("direct", secure + "/large", trust),
            "curl": lambda: curl("--cacert", trust, secure + "/large"),
            "aria2c": lambda: aria2c("--ca-certificate", trust, secure + "/large"),
        },
        f"{SMALL} × 64 KiB, HTTP": {
            "agent": lambda: agent(small),
            "curl": lambda: many("curl", "-sS", "--parallel", "-K"),
            "aria2c": lambda: many("aria2c", "-q", "-j", "50", "-i"),
        },
    }
    for name, tools in cases.items():
        figures = {tool: [] for tool in tools}
        for _ in range(options.rounds):
            for tool, make in tools.items():
                figures[tool].append(measured(make()))
                if name.startswith("1 GiB"):
                    remove_large(folder)
        show(name, {
            tool: tuple(statistics.median(column) for column in zip(*rows)) for tool, rows in figures.items()})


def remove_large(folder):
    for place in os.listdir(folder):
        if place.isdigit():
            for name in os.listdir(f"{folder}/{place}"):
                if os.path.getsize(f"{folder}/{place}/{name}") >= LARGE_BYTES:
                    os.unlink(f"{folder}/{place}/{name}")


def show(name, medians):
    print(f"\n{name:24}{'written':>10}{'on the disk':>13}{'CPU':>8}")
    for tool, (written, durable, cpu) in medians.items():
        print(f"  {tool:22}{written:8.2f} s{durable:11.2f} s{cpu:6.2f} s")
    wall, cpu = medians["agent"][1:]
    probes = [row for tool, row in medians.items() if tool.startswith("probe")]
    _, synced, _ = medians["curl"]
    if probes:
        print(f"  agent ÷ best probe: {wall / min(row[1] for row in probes):.2f}× on the disk, "
              f"{cpu / min(row[2] for row in probes):.2f}× CPU")
    else:
        print(f"  files a second: {SMALL / wall:.0f}, curl's {SMALL / medians['curl'][0]:.0f}, "
              f"{SMALL / synced:.0f} with its sync")
    print(f"  agent ÷ curl: {wall / medians['curl'][0]:.2f}×, {wall / synced:.2f}× with curl's sync, "
          f"{cpu / medians['curl'][2]:.2f}× CPU", flush=True)


main()
