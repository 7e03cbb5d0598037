"""A UnifiedPush connector for tests, in dbus-python. What it hears it adds to a log, a JSON object a line.

connector.py NAME LOG VERSION [--register TOKEN] [--vapid KEY] [--die-at BODY]
"""
import argparse
import json
import os
import time

import dbus
import dbus.lowlevel
import dbus.mainloop.glib
import dbus.service
from gi.repository import GLib

DISTRIBUTOR = ("org.unifiedpush.Distributor.quiesce", "/org/unifiedpush/Distributor")
PATH = "/org/unifiedpush/Connector"
parser = argparse.ArgumentParser()
parser.add_argument("name")
parser.add_argument("log")
parser.add_argument("version", type=int)
parser.add_argument("--register")
parser.add_argument("--vapid")
parser.add_argument("--die-at")
options = parser.parse_args()
log = os.open(options.log, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)


def note(**event):
    os.write(log, (json.dumps(event | {"pid": os.getpid(), "at": time.monotonic_ns()}) + "\n").encode())


def message(token, body, number):
    body = bytes(body)
    if options.die_at and body == options.die_at.encode():
        note(died=body.decode())
        os._exit(1)
    note(message=body.decode("latin-1"), token=str(token), id=str(number))


class Connector(dbus.service.Object):
    @dbus.service.method("org.unifiedpush.Connector1", "says", "", byte_arrays=True)
    def Message(self, token, body, number):
        message(token, body, number)

    @dbus.service.method("org.unifiedpush.Connector1", "ss", "")
    def NewEndpoint(self, token, endpoint):
        note(endpoint=str(endpoint), token=str(token))

    @dbus.service.method("org.unifiedpush.Connector1", "s", "")
    def Unregistered(self, token):
        note(unregistered=str(token))


class Connector2(dbus.service.Object):
    @dbus.service.method("org.unifiedpush.Connector2", "a{sv}", "a{sv}", byte_arrays=True)
    def Message(self, fields):
        message(fields["token"], fields["message"], fields["id"])
        return {"id": fields["id"]}

    @dbus.service.method("org.unifiedpush.Connector2", "a{sv}", "")
    def NewEndpoint(self, fields):
        note(endpoint=str(fields["endpoint"]), token=str(fields["token"]))

    @dbus.service.method("org.unifiedpush.Connector2", "a{sv}", "")
    def Unregistered(self, fields):
        note(unregistered=str(fields["token"]))


dbus.mainloop.glib.DBusGMainLoop(set_as_default=True)
bus = dbus.SessionBus()
(Connector if options.version == 1 else Connector2)(bus, PATH)
owned = dbus.service.BusName(options.name, bus)
note(started=options.name)
if options.register:
    distributor = dbus.Interface(
        bus.get_object(*DISTRIBUTOR), f"org.unifiedpush.Distributor{options.version}")
    if options.version == 1:
        result = distributor.Register(options.name, options.register, "tests")
        note(registered=[str(each) for each in result])
    else:
        fields = {"service": options.name, "token": options.register, "description": "tests"}
        if options.vapid:
            fields["vapid"] = options.vapid
        result = distributor.Register(dbus.Dictionary(fields, signature="sv"))
        note(registered={str(key): str(value) for key, value in result.items()})
GLib.MainLoop().run()
