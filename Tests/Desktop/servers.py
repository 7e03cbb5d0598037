"""Servers on loopback: a page with a WebSocket, IRC and IMAP, and what clients did there."""
import asyncio
import base64
import email.utils
import hashlib
import os
import re
import socket
import threading
import time

# A server pings a silent client after so many seconds, and gives up on one that is silent for as
# long again.
PING, PATIENCE = 20, 20

PAGE = """<!doctype html><meta charset="utf-8"><link rel="icon" href="data:,"><title>day</title>
<h1 id="clock"></h1><script>
let seconds = 0
function connect() {
  let socket = new WebSocket("ws://" + location.host + "/socket" + location.search)
  socket.onclose = () => setTimeout(connect, 1000)
}
connect()
setInterval(() => { seconds += 1; clock.textContent = seconds + " s" }, 1000)
</script>"""

DOVECOT = """
mail_location = maildir:{folder}/mail
protocols = imap
base_dir = {folder}/dovecot
log_path = {folder}/dovecot.log
ssl = no
stats_writer_socket_path =
imap_idle_notify_interval = 2 min
namespace inbox {{
  inbox = yes
}}
"""
IMAP = "/usr/lib/dovecot/imap"


class Event:
    def __init__(self, what, who, more):
        self.time, self.what, self.who, self.more = time.monotonic(), what, who, more


class Servers:
    """In a thread, until `end`. `who` is a client's name, by its page, nick or port."""

    def __init__(self):
        self.events, self.mailboxes = [], {}
        self.loop = asyncio.new_event_loop()
        self.thread = threading.Thread(target=self.loop.run_forever, daemon=True)
        self.thread.start()
        self.page = self.listen(self.serve_page)
        self.irc = self.listen(self.serve_irc)

    def listen(self, serve):
        """The port."""
        async def begin():
            async def safely(reader, writer):
                try:
                    await serve(reader, writer)
                except (OSError, asyncio.IncompleteReadError, asyncio.LimitOverrunError):
                    pass
                finally:
                    writer.close()
            return await asyncio.start_server(safely, "127.0.0.1", 0, limit=1 << 24)
        server = asyncio.run_coroutine_threadsafe(begin(), self.loop).result(10)
        return server.sockets[0].getsockname()[1]

    def end(self):
        async def cancel():
            tasks = [task for task in asyncio.all_tasks() if task is not asyncio.current_task()]
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
        asyncio.run_coroutine_threadsafe(cancel(), self.loop).result(10)
        self.loop.call_soon_threadsafe(self.loop.stop)
        self.thread.join(10)

    def note(self, what, who, more=""):
        self.events.append(Event(what, who, more))

    def since(self, moment, what, who):
        return [event for event in list(self.events)
                if event.time >= moment and event.what == what and event.who == who]

    # A page, and its WebSocket.

    async def serve_page(self, reader, writer):
        head = (await reader.readuntil(b"\r\n\r\n")).decode("latin1")
        path, _, query = head.split()[1].partition("?")
        who = query.partition("&")[0]
        if path == "/socket":
            return await self.serve_socket(reader, writer, who, head)
        if path == "/":
            self.note("page", who, query.partition("&")[2])
        writer.write(b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nConnection: close\r\n"
                     b"Content-Length: %d\r\n\r\n%s" % (len(PAGE), PAGE.encode()))
        await writer.drain()

    async def serve_socket(self, reader, writer, who, head):
        key = re.search(r"(?i)sec-websocket-key: *(\S+)", head)[1]
        digest = hashlib.sha1((key + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11").encode()).digest()
        writer.write(b"HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\n"
                     b"Connection: Upgrade\r\nSec-WebSocket-Accept: %s\r\n\r\n"
                     % base64.b64encode(digest))
        pong = asyncio.Event()

        async def receive():
            while True:
                kind, length = await reader.readexactly(2)
                length &= 127
                if length == 126:
                    length = int.from_bytes(await reader.readexactly(2), "big")
                await reader.readexactly(4 + length)
                if kind & 15 == 8:
                    return
                if kind & 15 == 10:
                    pong.set()

        await self.keep(who, receive, lambda: writer.write(b"\x89\x01p"), pong)

    async def keep(self, who, receive, ping, pong):
        """Notes how long a connection lasts that is pinged."""
        self.note("connected", who)
        receiving = asyncio.create_task(receive())
        try:
            while True:
                await asyncio.wait([receiving], timeout=PING)
                if receiving.done():
                    return
                pong.clear()
                ping()
                waiting = asyncio.create_task(pong.wait())
                await asyncio.wait(
                    [receiving, waiting], timeout=PATIENCE, return_when=asyncio.FIRST_COMPLETED)
                waiting.cancel()
                if receiving.done() or not pong.is_set():
                    return
        finally:
            how = "by the client" if receiving.done() else "no answer to a ping"
            receiving.cancel()
            await asyncio.gather(receiving, return_exceptions=True)
            self.note("disconnected", who, how)

    # A chat.

    async def serve_irc(self, reader, writer):
        nick, pong = "", asyncio.Event()

        def say(*lines):
            writer.write("".join(line + "\r\n" for line in lines).encode())

        async def receive():
            while line := (await reader.readline()).decode(errors="replace").split():
                if line[0] == "PONG":
                    pong.set()
                elif line[0] == "PING":
                    say(f":day PONG day {line[-1]}")

        while not nick:
            line = (await reader.readline()).decode(errors="replace").split()
            if not line:
                return
            if line[0] == "NICK":
                nick = line[1].lstrip(":")
        say(f":day 001 {nick} :Hello", f":day 376 {nick} :.")
        await self.keep(nick, receive, lambda: say("PING :day"), pong)

    # Mail. Dovecot's program greets as one that has signed in already; it needs no daemon, password
    # or root.

    def mailbox(self, who, folder, environment):
        """The port of a mailbox of this client's own."""
        os.makedirs(f"{folder}/dovecot")
        for part in ("new", "tmp", "cur"):
            os.makedirs(f"{folder}/mail/{part}")
        with open(f"{folder}/dovecot.conf", "w") as file:
            file.write(DOVECOT.format(folder=folder))
        self.mailboxes[who] = folder
        name = {"USER": "day", "HOME": folder}

        async def serve(reader, writer):
            own, other = socket.socketpair()
            process = await asyncio.create_subprocess_exec(
                IMAP, "-c", f"{folder}/dovecot.conf", stdin=other, stdout=other,
                stderr=asyncio.subprocess.DEVNULL, env=environment | name)
            other.close()
            back, forth = await asyncio.open_connection(sock=own, limit=1 << 24)
            try:
                await self.relay(who, reader, writer, back, forth)
            finally:
                forth.close()
                if process.returncode is None:
                    process.terminate()
                await process.wait()

        return self.listen(serve)

    async def relay(self, who, reader, writer, back, forth):
        idle = False

        async def up():
            nonlocal idle
            while line := await reader.readline():
                words = line.upper().split()
                idle = words[1:2] == [b"IDLE"]
                if idle:
                    self.note("idle", who)
                elif b"FETCH" in words[1:3]:
                    self.note("fetched", who, line.decode(errors="replace").strip())
                forth.write(line)

        async def down():
            while line := await back.readline():
                if line.rstrip().endswith(b" EXISTS"):
                    self.note("exists", who)
                writer.write(line)

        tasks = [asyncio.create_task(up()), asyncio.create_task(down())]
        try:
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            if idle:
                self.note("disconnected", who, "in IDLE")

    def send(self, who, subject):
        """A mail: a file that is moved to where the IMAP server looks."""
        folder, name = self.mailboxes[who], f"{time.time_ns()}.day"
        with open(f"{folder}/mail/tmp/{name}", "w") as file:
            file.write(f"From: Ann <ann@example.org>\nTo: day@example.org\nSubject: {subject}\n"
                       f"Date: {email.utils.formatdate()}\nMessage-ID: <{name}@example.org>\n\n.\n")
        os.rename(f"{folder}/mail/tmp/{name}", f"{folder}/mail/new/{name}")
