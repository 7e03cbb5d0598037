import Dispatch
import Foundation
import Glibc
import Synchronization

/// A TCP connection of two streams, which may be marked for VoIP. From any thread.
final class HostConnection: Sendable {
    /// Shared with the line's end.
    private final class Mark: Sendable {
        struct State {
            var isBegun = false
            var service: StreamNetworkServiceTypeValue?
            /// -1: there is no connection yet, or any more.
            var socket: Int32 = -1
        }
        let state = Mutex(State())
    }

    let line: DescriptorLine
    private let mark = Mark()
    private let host: String
    private let port: Int

    init(to host: String, _ port: Int) {
        self.host = host
        self.port = port
        let mark = mark
        line = DescriptorLine { socket in
            let isKept = mark.state.withLock { state in
                state.socket = -1
                return state.service == .voIP
            }
            guard socket >= 0 else { return }
            guard isKept else {
                close(socket)
                return
            }
            OwnSockets.close(socket)
        }
    }

    // MARK: Properties

    func property(_ key: Stream.PropertyKey) -> AnyObject? {
        guard key == .networkServiceType else { return nil }
        return mark.state.withLock { $0.service?.rawValue } as AnyObject?
    }

    func set(_ property: AnyObject?, _ key: Stream.PropertyKey) -> Bool {
        let service =
            property as? StreamNetworkServiceTypeValue
            ?? (property as? String).map { StreamNetworkServiceTypeValue(rawValue: $0) }
        guard key == .networkServiceType, let service else { return false }
        mark.state.withLock { $0.service = service }
        keepIfMarked()
        return true
    }

    private func keepIfMarked() {
        DispatchQueue.main.async { [mark] in
            let socket = mark.state.withLock { $0.service == .voIP ? $0.socket : -1 }
            guard socket >= 0 else { return }
            MainActor.assumeIsolated { _ = UIApplication.running?.keepSocket(socket) }
        }
    }

    // MARK: The connection

    /// Makes it, once.
    func begin() {
        let isFirst = mark.state.withLock { state in
            defer { state.isBegun = true }
            return !state.isBegun
        }
        // A name may take seconds to be resolved.
        if isFirst { DispatchQueue.global().async { self.connect() } }
    }

    private func connect() {
        var hints = addrinfo()
        hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        hints.ai_flags = Int32(AI_NUMERICSERV)
        var found: UnsafeMutablePointer<addrinfo>?
        let failure = getaddrinfo(host, "\(port)", &hints, &found)
        defer { if let found { freeaddrinfo(found) } }
        guard failure == 0, (1...65_535).contains(port) else {
            return line.end(because: Self.unknown(host, failure))
        }
        var code = EHOSTUNREACH
        for address in sequence(first: found, next: { $0?.pointee.ai_next }) {
            guard let address = address?.pointee else { break }
            let made = socket(
                address.ai_family, address.ai_socktype | Int32(SOCK_CLOEXEC.rawValue),
                address.ai_protocol)
            if made >= 0, Glibc.connect(made, address.ai_addr, address.ai_addrlen) == 0 {
                return connected(made)
            }
            code = errno
            if made >= 0 { close(made) }
        }
        line.end(because: POSIXErrorCode(rawValue: code).map { POSIXError($0) })
    }

    private func connected(_ socket: Int32) {
        mark.state.withLock { $0.socket = socket }
        // Closed meanwhile.
        guard line.opened(socket) else {
            mark.state.withLock { $0.socket = -1 }
            close(socket)
            return
        }
        keepIfMarked()
    }

    /// As CFNetwork has it: `kCFHostErrorUnknown`.
    private static func unknown(_ host: String, _ failure: Int32) -> any Error {
        let why = failure == 0 ? "no such port" : String(cString: gai_strerror(failure))
        return NSError(
            domain: "kCFErrorDomainCFNetwork", code: 2,
            userInfo: [NSLocalizedDescriptionKey: "\(host): \(why)"])
    }
}
