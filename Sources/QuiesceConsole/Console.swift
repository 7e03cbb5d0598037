import CQuiesceLinux
import FlyingFox
import Foundation
import Glibc
import QuiesceClient
import QuiesceTerminal
import QuiesceWire
import Synchronization

/// The console of devices, side by side: a page in a browser, over their control sockets.
package final class Console: Sendable {
    /// Where it listens.
    package enum Place: Sendable {
        case loopback(Listening.Loopback)
        case socket(path: String)
    }

    private let admission: Admission
    private let visitors = Visitors()
    private let door: Door
    private let server: Task<Void, any Error>
    private let socketPath: String?

    /// Listens, and returns once it does.
    ///
    /// - Parameter entered: told when a browser has come in.
    package init(
        of devices: [DevicePaths], at place: Place, entered: @escaping @Sendable () -> Void = {}
    ) throws(Failure) {
        let visitors = self.visitors
        let known: @Sendable (String) -> Bool = { visitors.isKnown(cookie: $0) }
        let listener: Int32
        switch place {
        case .loopback(let loopback):
            let listening = try loopback.listen()
            listener = listening.socket
            admission = Admission(
                .loopback(host: loopback.host, port: listening.port), isKnown: known)
            socketPath = nil
        case .socket(let path):
            listener = try Listening.unix(path)
            admission = Admission(.socket, isKnown: known)
            socketPath = path
        }
        let viewers = Viewers()
        let inner = try InnerServer(
            Reception(
                admission: admission, visitors: visitors, viewers: viewers,
                devices: devices.map(ConsoleDevice.init), url: { "http://\($1)/#\($0)" },
                entered: entered))
        server = inner.task
        let admission = admission
        door = Door(
            listener, inner: { inner.connect() },
            check: { head throws(Admission.Refusal) in try admission.check(head) },
            closed: { viewers.closed($0) })
        viewers.end { [door] in door.turnOut($0) }
    }

    /// A link that lets one browser in; of a socket, for the port that is forwarded to it.
    package func newLink() -> String {
        switch admission.address {
        case .loopback(let host, let port): "http://\(host):\(port)/#\(visitors.newLink())"
        case .socket: "http://localhost:8421/#\(visitors.newLink())"
        }
    }

    package func end() {
        door.shut()
        server.cancel()
        if let socketPath { unlink(socketPath) }
    }
}

/// FlyingFox behind the door, on a socket that has no name any more once it listens: nobody but the
/// door connects to it.
private final class InnerServer: Sendable {
    let task: Task<Void, any Error>
    private let socket: Int32

    init(_ reception: Reception) throws(Failure) {
        var name = Array("/tmp/quiesce-console-XXXXXX".utf8CString)
        guard mkdtemp(&name) != nil else {
            throw .refused("could not make a folder in /tmp: \(reason(errno))")
        }
        let folder = String(decoding: name.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
        let path = folder + "/inner"
        defer {
            unlink(path)
            rmdir(folder)
        }
        let server = HTTPServer(
            address: .unix(path: path), timeout: Double(ConsoleLimits.requestSeconds),
            logger: .disabled, handler: reception)
        task = Task { try await server.run() }
        let outcome = Mutex<(any Error)?>(nil)
        let ready = DispatchSemaphore(value: 0)
        Task {
            do {
                try await server.waitUntilListening()
            } catch {
                outcome.withLock { $0 = error }
            }
            ready.signal()
        }
        ready.wait()
        if let error = outcome.withLock({ $0 }) {
            throw .refused("the console's server did not start: \(error)")
        }
        socket = ql_open_place(path)
        guard socket >= 0 else { throw .refused("could not open \(path): \(reason(-socket))") }
    }

    func connect() -> Int32 { Listening.connect(to: "/proc/self/fd/\(socket)") }
}
