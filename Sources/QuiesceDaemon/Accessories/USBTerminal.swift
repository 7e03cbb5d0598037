import QuiesceCore
import QuiesceLinux

/// A terminal behind a USB device, as the kernel tells of it in files.
struct USBTerminal: Sendable, Hashable {
    var plugged: PluggedAccessory
    /// `MAJOR:MINOR`: who opens its node makes sure that it is that of this terminal.
    var device: String
    var speed: UInt32?

    /// All that are accessories by the map, sorted by name. On a worker's thread.
    ///
    /// - Parameters:
    ///   - sys: `/sys`, or a tree like it.
    ///   - dev: `/dev`.
    static func all(_ sys: String, dev: String, _ map: AccessoryMap) -> [USBTerminal] {
        guard !map.entries.isEmpty else { return [] }
        let folder = sys + "/class/tty"
        return ProcFile.names(in: folder).sorted().compactMap { name in
            guard let place = ProcFile.real("\(folder)/\(name)/device"),
                let usb = usbDevice(above: place, within: sys)
            else { return nil }
            return USBTerminal(name, "\(folder)/\(name)", usb, dev: dev, map)
        }
    }

    /// The device of which the terminal is an interface: the first folder above that has a vendor.
    private static func usbDevice(above place: String, within sys: String) -> String? {
        let root = ProcFile.real(sys) ?? sys
        var folder = Substring(place)
        while folder.count > root.count, let slash = folder.lastIndex(of: "/") {
            if ProcFile.read("\(folder)/idVendor") != nil { return String(folder) }
            folder = folder[..<slash]
        }
        return nil
    }

    private init?(
        _ name: String, _ folder: String, _ usb: String, dev: String, _ map: AccessoryMap
    ) {
        func text(_ file: String) -> String? {
            ProcFile.read("\(usb)/\(file)").map { String($0.prefix { $0 != "\n" }) }
                .flatMap { $0.isEmpty ? nil : $0.bounded }
        }
        guard let vendor = text("idVendor"), let product = text("idProduct"),
            let entry = map.entry(vendor: vendor, product: product, serial: text("serial")),
            let numbers = ProcFile.read("\(folder)/dev").map({ $0.prefix { $0 != "\n" } }),
            let bus = text("busnum"), let number = text("devnum")
        else { return nil }
        device = String(numbers)
        speed = entry.speed
        // The number on its bus is another each time that something is plugged in.
        plugged = PluggedAccessory(
            Accessory(
                name: entry.name ?? text("product") ?? name, manufacturer: text("manufacturer"),
                model: text("product"), serial: text("serial"), hardware: text("bcdDevice"),
                protocols: entry.protocols),
            identity: "usb:\(bus).\(number):\(name):\(device)", path: "\(dev)/\(name)")
    }
}

extension String {
    /// A device's description of itself, made fit to be shown to people: without control
    /// characters, and cut to a length.
    fileprivate var bounded: String {
        var kept = ""
        for scalar in unicodeScalars
        where scalar.properties.generalCategory != .control
            && kept.utf8.count + 4 <= Limits.accessoryTextBytes
        {
            kept.unicodeScalars.append(scalar)
        }
        return kept
    }
}
