import CQuiesceLinux
import Foundation
import Glibc
import Testing

/// The accessory at the other end of a pseudo-terminal: what it writes comes out of `path`.
final class FakeAccessory {
    let path: String
    private var descriptor: Int32

    init() throws {
        var name = [CChar](repeating: 0, count: 128)
        descriptor = ql_new_terminal(&name, name.count)
        guard descriptor >= 0 else {
            throw LiveDevice.Failure(description: "no pseudo-terminal: \(-descriptor)")
        }
        path = name.withUnsafeBufferPointer { String(cString: $0.baseAddress!) }
        // Apps' users and the daemon's are others than this one's at times.
        chmod(path, 0o666)
    }

    deinit { pull() }

    /// The cable is pulled.
    func pull() {
        if descriptor >= 0 { close(descriptor) }
        descriptor = -1
    }

    /// - Returns: how many bytes went into the cable.
    @discardableResult
    func send(_ text: String) -> Int {
        let bytes = Array(text.utf8)
        return max(0, write(descriptor, bytes, bytes.count))
    }

    /// Waits for something to come, and reads it.
    func hear() -> String {
        var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        guard poll(&entry, 1, Int32(LiveDevice.patience * 1_000)) > 0 else { return "" }
        var bytes = [UInt8](repeating: 0, count: 4_096)
        let count = read(descriptor, &bytes, bytes.count)
        return String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
    }
}

let scaleProtocol = "org.example.scale"

extension LiveDevice {
    /// The recorder, as an app that speaks to scales.
    func installTalker(modes: [String] = ["external-accessory"]) throws -> String {
        try installRecorder([
            "UIBackgroundModes": modes,
            "UISupportedExternalAccessoryProtocols": [scaleProtocol],
        ])
    }

    func connect(_ accessory: FakeAccessory, _ name: String = "Scale") throws {
        let run = try quiesce(
            "send", "accessory", "connect", name, "--protocol", scaleProtocol, "--pty",
            accessory.path)
        #expect(run.code == 0, "\(run.error)")
    }

    func accessories() throws -> String {
        try quiesce("send", "accessory", "list").out
    }

    /// Opens the app, which begins a session.
    func begin(_ app: String) throws {
        try open(app, "--fifo")
        try wait(app, toPrint: "event accessory Scale true")
        try tell(app, "session \(scaleProtocol)")
        try wait(app, toPrint: "input open")
    }
}
