"""A template for python3-dbusmock: bluetoothd with one adapter, and peripherals that have services.

The bluez5 template of dbusmock has no services, and says that a device is connected without its properties saying so. Run it with
  python3 -m dbusmock --template Tests/Python/bluez_gatt.py
and have it play by calls of org.bluez.Mock at /.
"""

import dbus
from dbusmock import OBJECT_MANAGER_IFACE, mockobject

BUS_NAME = "org.bluez"
MAIN_OBJ = "/"
SYSTEM_BUS = True
IS_OBJECT_MANAGER = True

MOCK = "org.bluez.Mock"
ADAPTER = "org.bluez.Adapter1"
DEVICE = "org.bluez.Device1"
SERVICE = "org.bluez.GattService1"
CHARACTERISTIC = "org.bluez.GattCharacteristic1"
GATT_MANAGER = "org.bluez.GattManager1"
ADVERTISING = "org.bluez.LEAdvertisingManager1"
PATH = "/org/bluez/hci0"


def load(mock, _parameters):
    mock.calls_heard = []
    mock.answers = []
    mock.application = None
    mock.props_of_devices = {}
    mock.busy = 0
    mock.silent = False


def root():
    return mockobject.objects["/"]


def heard(words):
    root().calls_heard.append(words)


def failure(name):
    return dbus.exceptions.DBusException(name, name="org.bluez.Error." + name)


def change(path, interface, values):
    """Properties change, and whoever listens is told."""
    target = mockobject.objects[path]
    target.props[interface].update(values)
    target.EmitSignal(dbus.PROPERTIES_IFACE, "PropertiesChanged", "sa{sv}as", [interface, values, []])


def appear(path, interface, properties, methods):
    root().AddObject(path, interface, properties, methods)
    root().EmitSignal(
        OBJECT_MANAGER_IFACE, "InterfacesAdded", "oa{sa{sv}}", [dbus.ObjectPath(path), {interface: properties}]
    )


def vanish(path, interface):
    # AddObject has told nobody, so nor does RemoveObject of what was below.
    root().RemoveObject(path)
    root().EmitSignal(OBJECT_MANAGER_IFACE, "InterfacesRemoved", "oas", [dbus.ObjectPath(path), [interface]])


# What bluetoothd is asked


def SetDiscoveryFilter(_self, words):
    uuids = " ".join(str(word) for word in words.get("UUIDs", []))
    heard("filter " + uuids if uuids else "filter")


def StartDiscovery(self):
    if root().busy:
        root().busy -= 1
        raise failure("InProgress")
    heard("scan" if self.path == PATH else "scan by another adapter")


def StopDiscovery(_self):
    heard("stop")


def Connect(self):
    path = self.path
    heard("connect")
    if not mockobject.objects[PATH].props[ADAPTER]["Powered"]:
        raise failure("NotReady")
    if not root().props_of_devices[path]["near"]:
        raise failure("Failed")
    if root().silent:
        mockobject.objects[path].props[DEVICE]["Connected"] = dbus.Boolean(True)
    else:
        change(path, DEVICE, {"Connected": dbus.Boolean(True)})
    for service, characteristics in root().props_of_devices[path]["services"]:
        where = f"{path}/service{service[0]:04x}"
        appear(
            where,
            SERVICE,
            {"UUID": dbus.String(service[1]), "Primary": dbus.Boolean(True), "Device": dbus.ObjectPath(path)},
            [],
        )
        for handle, uuid, flags, value in characteristics:
            at = f"{where}/char{handle:04x}"
            appear(
                at,
                CHARACTERISTIC,
                {
                    "UUID": dbus.String(uuid),
                    "Service": dbus.ObjectPath(where),
                    "Flags": dbus.Array(flags, signature="s"),
                    "Value": dbus.Array(value, signature="y"),
                    "Notifying": dbus.Boolean(False),
                },
                [
                    ("ReadValue", "a{sv}", "ay", ReadValue),
                    ("WriteValue", "aya{sv}", "", WriteValue),
                    ("StartNotify", "", "", StartNotify),
                    ("StopNotify", "", "", StopNotify),
                ],
            )
    change(path, DEVICE, {"ServicesResolved": dbus.Boolean(True)})


def Disconnect(self):
    heard("disconnect")
    hang_up(self.path)


def hang_up(path):
    if not mockobject.objects[path].props[DEVICE]["Connected"]:
        return
    for at in sorted((one for one in mockobject.objects if one.startswith(path + "/")), reverse=True):
        vanish(at, CHARACTERISTIC if "/char" in at else SERVICE)
    change(path, DEVICE, {"ServicesResolved": dbus.Boolean(False), "Connected": dbus.Boolean(False)})


def ReadValue(self, _options):
    if "read" not in self.props[CHARACTERISTIC]["Flags"]:
        raise failure("NotPermitted")
    return self.props[CHARACTERISTIC]["Value"]


def WriteValue(self, value, options):
    heard("write " + bytes(value).hex() + " " + str(options.get("type", "-")))
    if "write" not in self.props[CHARACTERISTIC]["Flags"]:
        raise failure("NotPermitted")
    self.props[CHARACTERISTIC]["Value"] = value


def StartNotify(self):
    heard("notify")
    change(self.path, CHARACTERISTIC, {"Notifying": dbus.Boolean(True)})


def StopNotify(self):
    heard("no notify")
    change(self.path, CHARACTERISTIC, {"Notifying": dbus.Boolean(False)})


def register(path):
    """Who has that object is asked for all of them, as bluetoothd does."""

    def told(name, objects):
        root().application = (name, {str(where): set(has) for where, has in objects.items()})
        root().connection.add_signal_receiver(changed, "PropertiesChanged", dbus.PROPERTIES_IFACE, bus_name=name)
        heard(f"application of {len(objects)}")

    def changed(_interface, values, _gone):
        if "Value" in values:
            root().answers.append("told " + bytes(values["Value"]).hex())

    for name in root().connection.list_names():
        if name.startswith(":") and name != root().connection.get_unique_name():
            root().connection.call_async(
                name,
                path,
                OBJECT_MANAGER_IFACE,
                "GetManagedObjects",
                "",
                (),
                lambda objects, name=name: told(name, objects),
                lambda _error: None,
            )


def RegisterApplication(_self, path, _options):
    register(path)


def UnregisterApplication(_self, _path):
    heard("no application")


def RegisterAdvertisement(_self, path, _options):
    def told(properties):
        # As bluetoothd of the other side does, which passes over those that don't want to be found.
        if not properties.get("Discoverable"):
            return
        heard("advertise " + str(properties.get("LocalName", "-")) + " " + " ".join(properties["ServiceUUIDs"]))

    for name in root().connection.list_names():
        if name.startswith(":") and name != root().connection.get_unique_name():
            root().connection.call_async(
                name,
                path,
                dbus.PROPERTIES_IFACE,
                "GetAll",
                "s",
                ("org.bluez.LEAdvertisement1",),
                told,
                lambda _error: None,
            )


def UnregisterAdvertisement(_self, _path):
    heard("no advertisement")


# What a test has it play


@dbus.service.method(MOCK, in_signature="", out_signature="")
def PlugIn(self):
    """An adapter is there, and on."""
    plug_in(PATH)


@dbus.service.method(MOCK, in_signature="s", out_signature="")
def PlugInAnother(self, name):
    """Another one, which has peripherals of its own: none."""
    plug_in("/org/bluez/" + name)


@dbus.service.method(MOCK, in_signature="s", out_signature="")
def PlugOut(self, name):
    """That one is gone."""
    vanish("/org/bluez/" + name, ADAPTER)


@dbus.service.method(MOCK, in_signature="", out_signature="")
def BeSilent(self):
    """Nobody is told that a peripheral is connected but who asked for it."""
    self.silent = True


@dbus.service.method(MOCK, in_signature="i", out_signature="")
def BeBusy(self, times):
    """So many scans are refused."""
    self.busy = times


def plug_in(path):
    properties = {"Address": dbus.String("00:11:22:33:44:55"), "Powered": dbus.Boolean(True)}
    appear(
        path,
        ADAPTER,
        properties,
        [
            ("SetDiscoveryFilter", "a{sv}", "", SetDiscoveryFilter),
            ("StartDiscovery", "", "", StartDiscovery),
            ("StopDiscovery", "", "", StopDiscovery),
        ],
    )
    adapter = mockobject.objects[path]
    adapter.AddMethods(
        GATT_MANAGER,
        [
            ("RegisterApplication", "oa{sv}", "", RegisterApplication),
            ("UnregisterApplication", "o", "", UnregisterApplication),
        ],
    )
    adapter.AddMethods(
        ADVERTISING,
        [
            ("RegisterAdvertisement", "oa{sv}", "", RegisterAdvertisement),
            ("UnregisterAdvertisement", "o", "", UnregisterAdvertisement),
        ],
    )


@dbus.service.method(MOCK, in_signature="", out_signature="")
def Unplug(self):
    """The adapter is gone, and all that it had."""
    for path in sorted((one for one in mockobject.objects if one.startswith(PATH)), reverse=True):
        interface = (
            CHARACTERISTIC if "/char" in path else SERVICE if "/service" in path else DEVICE if "/dev" in path else ADAPTER
        )
        vanish(path, interface)


@dbus.service.method(MOCK, in_signature="b", out_signature="")
def Power(self, on):
    """The adapter is switched on or off."""
    if not on:
        for path in [one for one in mockobject.objects if one.startswith(PATH + "/dev") and "/service" not in one]:
            hang_up(path)
    change(PATH, ADAPTER, {"Powered": dbus.Boolean(on)})


@dbus.service.method(MOCK, in_signature="s", out_signature="")
def Near(self, address):
    """A heart rate belt is near. It is what it was, if it was there before."""
    path = PATH + "/dev_" + address.replace(":", "_")
    services = [
        (
            (0x10, "0000180d-0000-1000-8000-00805f9b34fb"),
            [
                (0x11, "00002a37-0000-1000-8000-00805f9b34fb", ["notify"], [0, 72]),
                (0x13, "00002a38-0000-1000-8000-00805f9b34fb", ["read", "write"], [1]),
            ],
        )
    ]
    self.props_of_devices[path] = {"near": True, "services": services}
    if path in mockobject.objects:
        change(path, DEVICE, {"RSSI": dbus.Int16(-61)})
        return
    appear(
        path,
        DEVICE,
        {
            "Address": dbus.String(address),
            "Name": dbus.String("Belt"),
            "UUIDs": dbus.Array(["0000180d-0000-1000-8000-00805f9b34fb"], signature="s"),
            "Connected": dbus.Boolean(False),
            "ServicesResolved": dbus.Boolean(False),
            "RSSI": dbus.Int16(-60),
        },
        [("Connect", "", "", Connect), ("Disconnect", "", "", Disconnect)],
    )


@dbus.service.method(MOCK, in_signature="s", out_signature="")
def Far(self, address):
    """It is out of range."""
    path = PATH + "/dev_" + address.replace(":", "_")
    self.props_of_devices[path]["near"] = False
    hang_up(path)


@dbus.service.method(MOCK, in_signature="say", out_signature="")
def Notify(self, address, value):
    """The belt says something."""
    path = PATH + "/dev_" + address.replace(":", "_") + "/service0010/char0011"
    change(path, CHARACTERISTIC, {"Value": dbus.Array(value, signature="y")})


@dbus.service.method(MOCK, in_signature="say", out_signature="")
def Advertise(self, address, data):
    """It advertises data of Apple's."""
    path = PATH + "/dev_" + address.replace(":", "_")
    change(
        path,
        DEVICE,
        {
            "ManufacturerData": dbus.Dictionary(
                {dbus.UInt16(0x4C): dbus.Array(data, signature="y", variant_level=1)}, signature="qv"
            )
        },
    )


@dbus.service.method(MOCK, in_signature="", out_signature="as")
def Heard(self):
    """What it was asked, in order, since it was asked for that last."""
    found = self.calls_heard
    self.calls_heard = []
    return dbus.Array(found, signature="s")


@dbus.service.method(MOCK, in_signature="say", out_signature="")
def Central(self, method, value):
    """A central calls the only characteristic that is offered; what comes of it is among the answers."""
    name, objects = self.application
    path = next(where for where, has in sorted(objects.items()) if CHARACTERISTIC in has)
    options = dbus.Dictionary({"device": dbus.ObjectPath(PATH + "/dev_AA_BB_CC_DD_EE_FF")}, signature="sv")
    signature, arguments = {
        "ReadValue": ("a{sv}", (options,)),
        "WriteValue": ("aya{sv}", (dbus.Array(value, signature="y"), options)),
        "StartNotify": ("", ()),
        "StopNotify": ("", ()),
    }[method]
    self.connection.call_async(
        name,
        path,
        CHARACTERISTIC,
        method,
        signature,
        arguments,
        lambda *answer: self.answers.append("read " + bytes(answer[0]).hex() if answer else "done"),
        lambda error: self.answers.append(error.get_dbus_name()),
    )


@dbus.service.method(MOCK, in_signature="", out_signature="as")
def Answers(self):
    """What centrals were answered, and subscribers told, since that was asked for last."""
    found = self.answers
    self.answers = []
    return dbus.Array(found, signature="s")
