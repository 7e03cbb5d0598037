"""An ntfy server for tests: it keeps all messages, and says by lines on its standard output what happens.

Orders are lines on its standard input: publish, drop, refuse, overtake. It ends with its input.
"""
import base64
import http.server
import json
import queue
import sys
import threading
import time
import urllib.parse

lock = threading.RLock()
messages = []          # as they were published
followers = []         # (topics, queue)
number = 0
refused = None         # a status
overtakes = False      # what comes is sent before what is kept, and again with that
keeps_silent = False   # no sign of life


def tell(**event):
    with lock:
        print(json.dumps(event), flush=True)


def publish(topic, body):
    global number
    with lock:
        number += 1
        message = {"id": f"m{number}", "time": int(time.time()), "event": "message", "topic": topic}
        try:
            message["message"] = body.decode()
        except UnicodeDecodeError:
            message |= {"message": base64.b64encode(body).decode(), "encoding": "base64"}
        messages.append(message)
        for topics, waiting in followers:
            if topic in topics:
                waiting.put(message)


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *_):
        pass

    def do_POST(self):
        body = self.rfile.read(int(self.headers.get("content-length", 0)))
        publish(urllib.parse.urlsplit(self.path).path[1:], body)
        self.send_response(200)
        self.send_header("content-length", "0")
        self.end_headers()

    def line(self, **event):
        data = json.dumps(event).encode() + b"\n"
        self.wfile.write(b"%x\r\n%s\r\n" % (len(data), data))
        self.wfile.flush()

    def do_GET(self):
        if refused:
            # 403: a user's access token is asked for.
            if refused != 403 or self.headers.get("authorization") != "Bearer tk_secret":
                self.send_error(refused)
                return
        parts = urllib.parse.urlsplit(self.path)
        topics = set(parts.path.split("/")[1].split(","))
        since = urllib.parse.parse_qs(parts.query)["since"][0]
        earliest = 0 if since == "all" else int(since)
        waiting = queue.Queue()
        with lock:
            followers.append((topics, waiting))
            kept = [each for each in messages if each["topic"] in topics and each["time"] >= earliest]
        self.send_response(200)
        self.send_header("transfer-encoding", "chunked")
        self.end_headers()
        try:
            self.line(id="o", time=int(time.time()), event="open", topic=",".join(topics))
            if overtakes:
                kept = kept[-1:] + kept
            for message in kept:
                self.line(**message)
            tell(event="followed", topics=sorted(topics), since=since)
            while True:
                try:
                    message = waiting.get(timeout=0.1)
                except queue.Empty:
                    if not keeps_silent:
                        self.line(id="k", time=int(time.time()), event="keepalive", topic="")
                    continue
                if message is None:
                    break
                self.line(**message)
        except OSError:
            pass
        with lock:
            followers.remove((topics, waiting))
        self.close_connection = True


server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
server.daemon_threads = True
threading.Thread(target=server.serve_forever, daemon=True).start()
tell(event="listening", url=f"http://127.0.0.1:{server.server_port}")
for line in sys.stdin:
    order = json.loads(line)
    if order["do"] == "publish":
        for body in order["bodies"]:
            publish(order["topic"], base64.b64decode(body))
        tell(event="published")
    elif order["do"] == "drop":
        with lock:
            for _, each in followers:
                each.put(None)
    elif order["do"] == "refuse":
        refused = order["status"]
    elif order["do"] == "overtake":
        overtakes = True
    elif order["do"] == "silence":
        keeps_silent = True
