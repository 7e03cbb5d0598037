"""A NATS server with JetStream, of a test's own."""

import shutil
import subprocess
import tempfile


class NATS:
    """Its store in a folder that goes with it, its port the same after a restart."""

    def __init__(self):
        self.folder = tempfile.mkdtemp(prefix="qn-")
        self.port = -1
        self.process = None

    @property
    def url(self):
        return f"nats://127.0.0.1:{self.port}"

    def start(self):
        """Returns once it is ready."""
        self.process = subprocess.Popen(
            ["/usr/sbin/nats-server", "-a", "127.0.0.1", "-p", str(self.port), "-js",
             "-sd", self.folder],
            stderr=subprocess.PIPE, text=True,
        )
        said = []
        for line in self.process.stderr:
            said.append(line)
            if "Listening for client" in line:
                self.port = int(line.rsplit(":", 1)[1])
            # It says little more, which fits the pipe.
            if "Server is ready" in line:
                return self
        raise AssertionError("no NATS server: " + "".join(said))

    def kill(self):
        self.process.kill()
        self.process.wait()
        self.process.stderr.close()
        self.process = None

    def copy(self):
        """Its store as it is now, while it doesn't run."""
        assert not self.process
        copy = tempfile.mkdtemp(prefix="qn-")
        shutil.copytree(self.folder, copy, dirs_exist_ok=True)
        return copy

    def lose_what_came_since(self, copy):
        """As a power cut does: what it stored since `copy` was made isn't there any more."""
        assert not self.process
        shutil.rmtree(self.folder)
        shutil.move(copy, self.folder)

    def __enter__(self):
        return self.start()

    def __exit__(self, *_):
        if self.process:
            self.kill()
        shutil.rmtree(self.folder)
