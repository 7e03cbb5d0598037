"""A heart rate belt at the second controller, by BlueZ's D-Bus API: says what it is told on its standard input, a number each line."""
import sys

import dbus
import dbus.mainloop.glib
import dbus.service
from gi.repository import GLib

ADAPTER = "/org/bluez/hci1"
PROPERTIES, MANAGER = "org.freedesktop.DBus.Properties", "org.freedesktop.DBus.ObjectManager"
SERVICE, CHARACTERISTIC = "org.bluez.GattService1", "org.bluez.GattCharacteristic1"
ADVERTISEMENT = "org.bluez.LEAdvertisement1"
HERE, RATE, AIR = "/belt/service", "/belt/service/rate", "/belt/advertisement"


def value(rate):
    return dbus.Array([dbus.Byte(0), dbus.Byte(rate)], signature="y")


class Node(dbus.service.Object):
    """An object with properties of one interface."""

    def __init__(self, bus, path, interface, properties):
        super().__init__(bus, path)
        self.interface, self.properties = interface, properties

    @dbus.service.method(PROPERTIES, in_signature="s", out_signature="a{sv}")
    def GetAll(self, interface):
        return self.properties if interface == self.interface else {}


class Rate(Node):
    @dbus.service.signal(PROPERTIES, signature="sa{sv}as")
    def PropertiesChanged(self, interface, changed, invalidated):
        pass

    @dbus.service.method(CHARACTERISTIC, in_signature="a{sv}", out_signature="ay")
    def ReadValue(self, options):
        return value(60)

    @dbus.service.method(CHARACTERISTIC)
    def StartNotify(self):
        print("heard", flush=True)

    @dbus.service.method(CHARACTERISTIC)
    def StopNotify(self):
        print("not heard", flush=True)


class Root(dbus.service.Object):
    def __init__(self, bus, nodes):
        super().__init__(bus, "/belt")
        self.nodes = nodes

    @dbus.service.method(MANAGER, out_signature="a{oa{sa{sv}}}")
    def GetManagedObjects(self):
        return {path: {node.interface: node.properties} for path, node in self.nodes.items()}


def main():
    dbus.mainloop.glib.DBusGMainLoop(set_as_default=True)
    bus = dbus.SystemBus()
    rate = Rate(bus, RATE, CHARACTERISTIC, {
        "Service": dbus.ObjectPath(HERE), "UUID": "2a37",
        "Flags": dbus.Array(["read", "notify"], signature="s")})
    service = Node(bus, HERE, SERVICE, {"UUID": "180d", "Primary": True})
    root = Root(bus, {HERE: service, RATE: rate})
    air = Node(bus, AIR, ADVERTISEMENT, {
        "Type": "peripheral", "LocalName": "Belt", "Discoverable": True,
        "ServiceUUIDs": dbus.Array(["180d"], signature="s")})
    loop = GLib.MainLoop()

    def failed(error):
        print(f"failed: {error}", flush=True)
        loop.quit()

    def ask(interface, method, path, then):
        bus.get_object("org.bluez", ADAPTER).get_dbus_method(method, interface)(
            dbus.ObjectPath(path), dbus.Dictionary({}, signature="sv"),
            reply_handler=then, error_handler=failed)

    def advertise():
        ask("org.bluez.LEAdvertisingManager1", "RegisterAdvertisement", AIR,
            lambda: print("advertising", flush=True))

    def told(source, condition):
        line = sys.stdin.readline()
        if not line:
            loop.quit()
            return False
        rate.PropertiesChanged(CHARACTERISTIC, {"Value": value(int(line))}, [])
        return True

    # Who finds it finds what it offers.
    ask("org.bluez.GattManager1", "RegisterApplication", "/belt", advertise)
    GLib.io_add_watch(sys.stdin, GLib.IO_IN | GLib.IO_HUP, told)
    loop.run()
    del root, service, air


if __name__ == "__main__":
    main()
