import CQuiesceLinux
import Foundation
import Glibc
import QuiesceKit
import QuiesceProtection
import Synchronization

/// Where the Kit gets the app's key from: asked for each file anew and kept by nobody, so that an
/// app that is suspended, or goes on behind the lock, doesn't have it.
package enum AppKeys {
    /// Answers in the place of the daemon, in a test: from any thread.
    package static let source = Mutex<(@Sendable () -> KeyProtocol.Answer)?>(nil)

    /// How long the daemon may be away, as when it is being restarted.
    private static let patienceMilliseconds: Int64 = 3_000
    private static let retryMilliseconds: Int64 = 10

    static func key(for path: String) throws(ProtectedDataError) -> AppKey {
        let answer: KeyProtocol.Answer?
        if let source = source.withLock({ $0 }) { answer = source() } else { answer = ask() }
        switch answer {
        case .key(let key): return key
        case .refused("protectedDataUnavailable", let message):
            throw ProtectedDataError(.unavailable, path: path, reason: message)
        case .refused(_, let message):
            throw ProtectedDataError(.noDevice, path: path, reason: message)
        case nil:
            throw ProtectedDataError(
                .noDevice, path: path, reason: "no daemon answers that could give its key")
        }
    }

    private static func ask() -> KeyProtocol.Answer? {
        guard let appSocket = getenv("QUIESCE_SOCKET") else { return nil }
        let path = KeyProtocol.socket(beside: String(cString: appSocket))
        let deadline = MachineTime().awake + patienceMilliseconds * 1_000_000
        while true {
            switch askOnce(path) {
            // Just started, and the daemon doesn't know of it yet.
            case .refused("notAnApp", let message):
                guard MachineTime().awake < deadline else {
                    return .refused(code: "notAnApp", message: message)
                }
            case nil: guard MachineTime().awake < deadline else { return nil }
            case let answer?: return answer
            }
            ql_nap(Int(retryMilliseconds * 1_000))
        }
    }

    private static func askOnce(_ path: String) -> KeyProtocol.Answer? {
        let socket = ql_connect(path)
        guard socket >= 0 else { return nil }
        defer { close(socket) }
        var limit = timeval(tv_sec: Int(patienceMilliseconds / 1_000), tv_usec: 0)
        setsockopt(
            socket, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
        let sent = KeyProtocol.request.withUnsafeBytes {
            ql_send(socket, $0.baseAddress, $0.count, nil, 0, true)
        }
        guard sent >= 0 else { return nil }
        var buffer = [UInt8](repeating: 0, count: KeyProtocol.datagramBytes)
        defer { explicit_bzero(&buffer, buffer.count) }
        var descriptors = [Int32](repeating: -1, count: Int(QL_MAX_FDS))
        var descriptorCount: Int32 = 0
        var truncated = false
        let count = ql_receive(
            socket, &buffer, buffer.count, &descriptors, &descriptorCount, &truncated, true)
        for descriptor in descriptors.prefix(Int(descriptorCount)) { close(descriptor) }
        guard count > 0 else { return nil }
        return KeyProtocol.answer(Data(buffer[..<count]))
    }
}
