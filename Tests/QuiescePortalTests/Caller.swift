import BusTestSupport
import QuiesceBus

/// A connection to the test's bus that calls the portal's backend as xdg-desktop-portal does.
typealias Caller = BusCaller

extension BusCaller.Answer {
    var response: Int64? { values.first?.number }
    /// The portal's verdict: 0 ends the app, 1 leaves it, 2 leaves it this time.
    var result: Int64? { values.last?["result"]?.number }
}

extension BusCaller {
    static let path = "/org/freedesktop/portal/desktop"

    convenience init(_ address: String) throws {
        try self.init(
            address, service: "org.freedesktop.impl.portal.desktop.quiesce", path: Self.path)
    }

    func isPortalThere() throws -> Bool { try isServiceThere() }

    private static let background = "org.freedesktop.impl.portal.Background"

    func notify(_ app: String, handle: String, name: String = "My App") throws -> Int {
        try begin(Self.background, "NotifyBackground") { call throws(BusError) in
            try call.append(path: "\(Self.path)/notify/\(handle)")
            try call.append(app)
            try call.append(name)
        }
    }

    func autostart(_ app: String, _ enable: Bool, _ command: [String]) throws -> Bool? {
        try call(Self.background, "EnableAutostart") { call throws(BusError) in
            try call.append(app)
            try call.append(enable)
            try call.append(command)
            try call.append(0 as UInt32)
        }.values.first?.flag
    }

    /// nil: an error.
    func states() throws -> BusTree? {
        let answer = try call(Self.background, "GetAppState")
        return answer.error == nil ? answer.values.first : nil
    }

    /// With a choice that is on by itself.
    func access(_ handle: String, labels: Bool = true) throws -> Int {
        try begin("org.freedesktop.impl.portal.Access", "AccessDialog") { call throws(BusError) in
            try call.append(path: "\(Self.path)/request/\(handle)")
            for text in ["org.example.App", "", "Allow it?", "It wants to.", "Really."] {
                try call.append(text)
            }
            try call.begin(BusType.array, "{sv}")
            if labels {
                for (name, label) in [("grant_label", "Yes"), ("deny_label", "No")] {
                    try call.begin(BusType.entry, "sv")
                    try call.append(name)
                    try call.begin(BusType.variant, "s")
                    try call.append(label)
                    try call.end()
                    try call.end()
                }
            }
            try call.begin(BusType.entry, "sv")
            try call.append("choices")
            try call.begin(BusType.variant, "a(ssa(ss)s)")
            try call.begin(BusType.array, "(ssa(ss)s)")
            try call.begin(BusType.structure, "ssa(ss)s")
            try call.append("always")
            try call.append("Always")
            try call.begin(BusType.array, "(ss)")
            try call.end()
            try call.append("true")
            for _ in 0..<5 { try call.end() }
        }
    }

    func close(_ path: String) throws -> Answer {
        try call("org.freedesktop.impl.portal.Request", "Close", path: path)
    }
}
