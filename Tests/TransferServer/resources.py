"""What the server knows of each file that was asked for: its version, and every request for it."""
import json
import os
import threading

from content import Content


class Resource:
    """One path below a scenario. Its size and seed come with the first request that names them."""

    def __init__(self, path):
        self.path = path
        self.lock = threading.Lock()
        self.version = 1
        self.size, self.seed = 65536, 1
        self.requests = []  # One dictionary each, filled in as it goes.
        self.uploads = []
        self.notes = {}  # A scenario's own.

    def content(self, version=None, size=None):
        return Content(self.seed, version or self.version, self.size if size is None else size)

    def described(self):
        content = self.content()
        return {
            "path": self.path, "version": self.version, "size": self.size, "seed": self.seed,
            "sha256": {str(v): self.content(v).sha256() for v in range(1, self.version + 1)},
            "etag": content.etag, "requests": self.requests, "uploads": self.uploads,
            "notes": self.notes,
        }


class Resources:
    """All of them. With a journal, a file of JSON lines, a server that was killed goes on from it."""

    def __init__(self, journal=None):
        self._all = {}
        self._lock = threading.Lock()
        self._journal = None
        if journal:
            if os.path.exists(journal):
                self._replay(journal)
            self._journal = open(journal, "a", encoding="utf-8")

    def find(self, path):
        with self._lock:
            return self._all.setdefault(path, Resource(path))

    def all(self):
        with self._lock:
            return list(self._all.values())

    def write(self, line):
        """Appends to the journal: in the kernel's hands when this returns, so a kill loses nothing."""
        if self._journal:
            with self._lock:
                self._journal.write(json.dumps(line) + "\n")
                self._journal.flush()

    def begin(self, resource, entry):
        """A request has come."""
        with resource.lock:
            entry["number"] = len(resource.requests) + 1
            resource.requests.append(entry)
        self.write({"begin": resource.path, "entry": entry, "size": resource.size,
                    "seed": resource.seed})

    def update(self, resource, entry):
        self.write({"update": resource.path, "entry": entry})

    def set_version(self, resource, version):
        resource.version = version
        self.write({"version": resource.path, "to": version})

    def uploaded(self, resource, upload):
        with resource.lock:
            resource.uploads.append(upload)
        self.write({"upload": resource.path, "what": upload})

    def _replay(self, path):
        with open(path, encoding="utf-8") as lines:
            for text in lines:
                try:
                    line = json.loads(text)
                except ValueError:  # The last one, cut off by the kill.
                    continue
                if "begin" in line:
                    resource = self.find(line["begin"])
                    resource.size, resource.seed = line["size"], line["seed"]
                    resource.requests.append(line["entry"])
                elif "update" in line:
                    resource = self.find(line["update"])
                    resource.requests[line["entry"]["number"] - 1] = line["entry"]
                elif "version" in line:
                    self.find(line["version"]).version = line["to"]
                elif "upload" in line:
                    self.find(line["upload"]).uploads.append(line["what"])
