#!/usr/bin/python3 -B
"""Plays gpsd. Prints a line for each thing that happens: `port N`, `watched`, `closed`. Each line that it reads is a place,
LATITUDE LONGITUDE, which it tells whoever watches; with the end of its input it ends.
    gpsd.py [PORT]"""
import datetime
import json
import os
import select
import socket
import sys


def say(*words):
    print(*words, flush=True)


def reports():
    """Each a minute after the one before, by its own clock: nobody moves far at once."""
    time = datetime.datetime.now(datetime.timezone.utc) - datetime.timedelta(hours=1)
    latitude, longitude = yield
    while True:
        time += datetime.timedelta(minutes=1)
        stamp = time.isoformat(timespec="milliseconds").replace("+00:00", "Z")
        latitude, longitude = yield {"class": "TPV", "mode": 3, "time": stamp, "lat": float(latitude),
                                     "lon": float(longitude), "eph": 4.5}


def main():
    listener = socket.create_server(("127.0.0.1", int(sys.argv[1]) if len(sys.argv) > 1 else 0))
    say("port", listener.getsockname()[1])
    client, places, told = None, b"", reports()
    next(told)
    while True:
        ready, _, _ = select.select([listener, 0, *([client] if client else [])], [], [])
        if listener in ready:
            client, _ = listener.accept()
            client.sendall(b'{"class":"VERSION","release":"3.22","proto_major":3,"proto_minor":14}\n')
        if client in ready:
            heard = client.recv(4_096)
            say("watched" if heard else "closed")
            client = client if heard else None
        if 0 in ready:
            read = os.read(0, 4_096)
            if not read:
                return
            *lines, places = (places + read).split(b"\n")
            for line in lines:
                client.sendall(json.dumps(told.send(line.decode().split())).encode() + b"\n")


if __name__ == "__main__":
    main()
