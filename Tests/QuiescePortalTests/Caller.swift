import Glibc
import QuiesceBus
import TestSupport
import Testing

/// A connection to the test's bus that calls the portal's backend as xdg-desktop-portal does.
final class Caller {
    static let portal = "org.freedesktop.impl.portal.desktop.quiesce"
    static let path = "/org/freedesktop/portal/desktop"

    struct Answer {
        var error: String?
        var values: [BusTree]

        var response: Int64? { values.first?.number }
        /// The portal's verdict: 0 ends the app, 1 leaves it, 2 leaves it this time.
        var result: Int64? { values.last?["result"]?.number }
    }

    private let bus: MessageBus
    private var answers: [Int: Answer] = [:]
    private var last = 0

    init(_ address: String) throws {
        bus = try MessageBus(address: address)
        // From now on calls leave at once, also while the test waits for somebody else.
        try serve { bus.isReady }
    }

    /// Sends a call, whose answer `answer` waits for.
    func begin(
        _ interface: String, _ method: String, to name: String = Caller.portal,
        path: String = Caller.path,
        _ fill: (borrowing BusMessage) throws(BusError) -> Void = { _ in }
    ) throws -> Int {
        last += 1
        let number = last
        let message = try bus.call(name, path: path, interface: interface, method: method)
        try fill(message)
        try bus.send(message, seconds: 120) { [unowned self] answer in
            var values: [BusTree] = []
            while let value = answer.tree() { values.append(value) }
            answers[number] = Answer(error: answer.errorName, values: values)
        }
        return number
    }

    func answer(_ number: Int) throws -> Answer {
        try serve { answers[number] != nil }
        return try #require(answers[number])
    }

    func call(
        _ interface: String, _ method: String, to name: String = Caller.portal,
        path: String = Caller.path,
        _ fill: (borrowing BusMessage) throws(BusError) -> Void = { _ in }
    ) throws -> Answer {
        try answer(begin(interface, method, to: name, path: path, fill))
    }

    /// Whether it has an answer, as far as the bus has brought one.
    func isAnswered(_ number: Int) throws -> Bool {
        // A call to the bus itself and back: what came before it is here.
        _ = try isPortalThere()
        return answers[number] != nil
    }

    func isPortalThere() throws -> Bool {
        try call("org.freedesktop.DBus", "NameHasOwner", to: "org.freedesktop.DBus", path: "/") {
            message throws(BusError) in try message.append(Self.portal)
        }.values.first?.flag ?? false
    }

    /// Serves the bus until that is so; two minutes fail the test.
    private func serve(until isSo: () -> Bool) throws {
        let end = ContinuousClock.now + .seconds(120)
        while !isSo() {
            try #require(ContinuousClock.now < end, "the bus brings an answer")
            if try bus.process() { continue }
            let (descriptor, deadline) = try bus.waits()
            var wait = descriptor
            poll(&wait, 1, deadline == 0 ? 0 : 1_000)
        }
    }

    // MARK: The portal's calls

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
