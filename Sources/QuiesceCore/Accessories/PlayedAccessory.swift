/// A tool's orders for accessories, in the words of `quiesce send`.
public enum PlayedAccessory: Sendable, Hashable {
    public static let word = "accessory"

    /// One that speaks something is connected, at that terminal; nil: at one that is made for it.
    case connect(Accessory, path: String?)
    /// One that speaks nothing: apps hear of its name.
    case name(String)
    case disconnect(String)
    case list

    /// Reads `accessory connect NAME [protocol=P]… [pty=PATH] [manufacturer=M] [model=M] [serial=S]
    /// [firmware=F] [hardware=H]`, `accessory disconnect NAME` and `accessory list`.
    public init(words: [String]) throws(DeviceChange.Malformed) {
        let values = words.dropFirst()
        let form = "expected: accessory connect|disconnect NAME, or accessory list"
        guard words.first == Self.word, let action = values.first else {
            throw DeviceChange.Malformed(description: form)
        }
        if action == "list", values.count == 1 {
            self = .list
            return
        }
        guard values.count >= 2, let name = values.dropFirst().first,
            (1...Limits.deviceValueBytes).contains(name.utf8.count)
        else { throw DeviceChange.Malformed(description: form) }
        switch action {
        case "disconnect" where values.count == 2: self = .disconnect(name)
        case "connect" where values.count == 2: self = .name(name)
        case "connect": self = try Self.connect(name, values.dropFirst(2))
        case _: throw DeviceChange.Malformed(description: form)
        }
    }

    private static func connect(
        _ name: String, _ words: ArraySlice<String>
    ) throws(DeviceChange.Malformed) -> PlayedAccessory {
        var accessory = Accessory(name: name, protocols: [])
        var path: String?
        for word in words {
            let parts = word.split(separator: "=", maxSplits: 1).map(String.init)
            guard parts.count == 2,
                parts[1].utf8.count <= Limits.accessoryTextBytes || parts[0] == "pty"
            else {
                throw DeviceChange.Malformed(
                    description: "\"\(word.prefix(40))\" is not a key, = and a value")
            }
            switch parts[0] {
            case "protocol": accessory.protocols.append(parts[1])
            case "pty": path = parts[1]
            case "manufacturer": accessory.manufacturer = parts[1]
            case "model": accessory.model = parts[1]
            case "serial": accessory.serial = parts[1]
            case "firmware": accessory.firmware = parts[1]
            case "hardware": accessory.hardware = parts[1]
            case let key:
                throw DeviceChange.Malformed(
                    description: "\"\(key.prefix(40))\" is not known of an accessory")
            }
        }
        guard (1...Limits.accessoryProtocols).contains(accessory.protocols.count) else {
            throw DeviceChange.Malformed(
                description: "an accessory speaks 1 to \(Limits.accessoryProtocols) protocols")
        }
        return .connect(accessory, path: path)
    }

    /// The words of the request.
    public var words: [String] {
        switch self {
        case .list: return [Self.word, "list"]
        case .disconnect(let name): return [Self.word, "disconnect", name]
        case .name(let name): return [Self.word, "connect", name]
        case .connect(let accessory, let path):
            let details = [
                ("manufacturer", accessory.manufacturer), ("model", accessory.model),
                ("serial", accessory.serial), ("firmware", accessory.firmware),
                ("hardware", accessory.hardware), ("pty", path),
            ]
            return [Self.word, "connect", accessory.name]
                + accessory.protocols.map { "protocol=\($0)" }
                + details.compactMap { key, value in value.map { "\(key)=\($0)" } }
        }
    }
}
