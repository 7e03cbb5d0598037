import CQuiesceLinux
import Foundation
import Glibc
import QuiesceTerminal
import QuiesceWire

/// One connection to a device's control socket. Not thread-safe.
package final class ControlClient {
    package let socket: Int32
    private let coder = WireCoder()
    private var buffer = [UInt8](repeating: 0, count: AppProtocol.datagramBytes)

    /// How to start the daemon that this speaks to.
    private let startCommand: String
    /// Seconds that the daemon has for the next answer; 0: any time.
    private var seconds = ControlClient.patience
    /// The daemon has taken longer than it has.
    package private(set) var hasRunOut = false
    private let tellsOfWaiting: Bool

    /// Seconds that the daemon has for each answer, unless a command follows what happens.
    package static let patience = 30
    /// Seconds after which a person is told that the daemon is waited for.
    static let silence = 2

    /// - Parameter tellsOfWaiting: a person at a terminal is told that the daemon is waited for.
    /// - Throws: exit code 69 when no daemon listens there.
    package init(paths: DevicePaths, tellsOfWaiting: Bool = true) throws(Failure) {
        self.tellsOfWaiting = tellsOfWaiting
        startCommand = paths.startCommand
        socket = ql_connect(paths.controlSocket)
        guard socket < 0 else { return }
        switch -socket {
        case ENOENT, ECONNREFUSED, ENOTDIR:
            throw .notRunning(
                "no daemon is running for \(paths.home); start it with \(startCommand)")
        case EACCES, EPERM:
            throw .refused(
                "\(paths.controlSocket) is not yours; ask the device's owner, or name your own "
                    + "device with --home")
        case ENAMETOOLONG:
            throw .configuration(
                "\(paths.controlSocket) is too long for a socket's name; choose a shorter --home")
        case let code:
            throw .refused("could not connect to \(paths.controlSocket): \(reason(code))")
        }
    }

    /// To whoever listens at that path; nil: nobody does, or lets this user in.
    package init?(at controlSocket: String) {
        socket = ql_connect(controlSocket)
        startCommand = "quiesce up"
        tellsOfWaiting = false
        if socket < 0 { return nil }
    }

    deinit { if socket >= 0 { close(socket) } }

    /// Sends a request and reads its answer to the end.
    ///
    /// - Parameters:
    ///   - descriptor: goes along with the request (`install`).
    ///   - patience: seconds to wait for each datagram; nil: for ever.
    ///   - row: gets every item, as JSON text.
    /// - Returns: what the daemon has to say about it, if anything.
    /// - Throws: exit code 1 with the daemon's own words when it refused.
    @discardableResult
    package func call(
        _ request: ControlRequest, descriptor: Int32? = nil,
        patience: Int? = ControlClient.patience, row: (String) throws -> Void = { _ in }
    ) throws -> String? {
        setPatience(patience ?? 0)
        try send(request, descriptor: descriptor)
        while true {
            switch try receive() {
            case .item(let text): try row(text)
            case .done(let message): return message
            case .end: return nil
            case .refused(let refusal): throw Self.failure(refusal, of: request)
            }
        }
    }

    private static func failure(
        _ refusal: ControlReply.Refusal, of request: ControlRequest
    ) -> Failure {
        // A URL or a checksum that is none was typed wrong, as a wrong header is.
        let typedWrong = [ProtocolErrorCode.malformed.rawValue, "badURL", "unsupportedURL"]
        if case .transfer(.get) = request, typedWrong.contains(refusal.reason) {
            return .usage(oneLine(refusal.message))
        }
        return .refused(oneLine(refusal.message))
    }

    /// Sends a request and reads its answer to the end.
    ///
    /// - Parameters:
    ///   - patience: seconds to wait for each datagram.
    ///   - row: gets every item, as JSON text.
    /// - Returns: what the daemon has to say about it, or its refusal.
    package func ask(
        _ request: ControlRequest, patience: Int = ControlClient.patience,
        row: (String) throws(Failure) -> Void = { _ in }
    ) throws(Failure) -> Result<String?, ControlReply.Refusal> {
        setPatience(patience)
        try send(request)
        while true {
            switch try receive() {
            case .item(let text): try row(text)
            case .done(let message): return .success(message)
            case .end: return .success(nil)
            case .refused(let refusal): return .failure(refusal)
            }
        }
    }

    /// Waits for the daemon to end, which closes the connection.
    package func waitUntilClosed() { while (try? receive()) != nil {} }

    /// The rows of a listing.
    package func rows<Row: JSONReadable>(_ request: ControlRequest, as _: Row.Type) throws -> [Row]
    {
        var rows: [Row] = []
        try call(request) { rows.append(try decodeRow($0)) }
        return rows
    }

    /// The only row of an answer.
    package func row<Row: JSONReadable>(_ request: ControlRequest, as type: Row.Type) throws -> Row
    {
        guard let row = try rows(request, as: type).first else {
            throw Failure.refused(
                "the daemon sent an empty answer; are its version and this tool's the same?")
        }
        return row
    }

    package func send(_ request: ControlRequest, descriptor: Int32? = nil) throws(Failure) {
        let datagram: Data
        do {
            datagram = try coder.encode(request)
        } catch {
            throw .usage("the request is too long: \(error.message)")
        }
        let descriptors = descriptor.map { [$0] } ?? []
        let sent = datagram.withUnsafeBytes {
            ql_send(socket, $0.baseAddress, $0.count, descriptors, Int32(descriptors.count), true)
        }
        // A daemon that refuses the connection itself may have closed it, after saying why.
        if sent < 0 && -sent != Int(EPIPE) { throw lost(Int32(-sent)) }
    }

    /// The next answer.
    package func receive() throws(Failure) -> ControlReply {
        var descriptors = [Int32](repeating: -1, count: Int(QL_MAX_FDS))
        var descriptorCount: Int32 = 0
        var truncated = false
        let waiting = seconds > 0 ? tellOfWaiting() : nil
        defer { waiting?.end() }
        let count = ql_receive(
            socket, &buffer, buffer.count, &descriptors, &descriptorCount, &truncated, true)
        // The daemon sends none; what comes anyway isn't kept.
        for descriptor in descriptors.prefix(Int(descriptorCount)) { close(descriptor) }
        if count < 0 { throw lost(Int32(-count)) }
        if count == 0 { throw lost(ECONNRESET) }
        do {
            return try coder.decode(ControlReply.self, from: Data(buffer[..<count]))
        } catch {
            throw .refused(
                "could not understand the daemon (\(error.message)); are its version and this tool's "
                    + "the same?")
        }
    }

    private func lost(_ code: Int32) -> Failure {
        hasRunOut = code == EAGAIN
        return switch code {
        case EAGAIN:
            .refused(
                "the daemon has not answered for \(seconds) s; see `quiesced.log` in its home"
            )
        case ECONNRESET, EPIPE, ENOTCONN:
            .notRunning("the daemon ended before it answered; start it with \(startCommand)")
        case let code: .refused("could not talk to the daemon: \(reason(code))")
        }
    }

    /// On a terminal: a line while nothing comes.
    private func tellOfWaiting() -> ProgressLine? {
        guard tellsOfWaiting, isatty(STDERR_FILENO) == 1 else { return nil }
        return ProgressLine(
            "the daemon has not answered yet; it has \(seconds) s in all", after: Self.silence
        )
    }

    private func setPatience(_ seconds: Int) {
        self.seconds = seconds
        var limit = timeval(tv_sec: seconds, tv_usec: 0)
        for option in [SO_RCVTIMEO, SO_SNDTIMEO] {
            setsockopt(socket, SOL_SOCKET, option, &limit, socklen_t(MemoryLayout<timeval>.size))
        }
    }
}

/// Reads one row of a listing.
package func decodeRow<Row: JSONReadable>(_ text: String) throws(Failure) -> Row {
    do {
        return try Row.read(Array(text.utf8))
    } catch {
        throw .refused(
            "could not understand the daemon's row; are its version and this tool's the same?")
    }
}
