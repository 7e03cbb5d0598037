import Dispatch
import Foundation
import Glibc

/// A connection to a SIP server: a plain TCP or UDP socket, read on the main thread.
@MainActor final class SIPLine {
    let descriptor: Int32
    let isStream: Bool
    private let source: any DispatchSourceRead
    private var bytes = Data()

    /// - Parameters:
    ///   - address: `tcp:127.0.0.1:5060` or `udp:127.0.0.1:5060`
    ///   - receive: each message that comes; nil: the server has ended the connection.
    /// - Returns: nil: no such server can be reached.
    init?(to address: String, receive: @escaping @MainActor (SIPMessage?) -> Void) {
        let parts = address.split(separator: ":").map(String.init)
        guard parts.count == 3, let port = UInt16(parts[2]) else { return nil }
        isStream = parts[0] == "tcp"
        let type = isStream ? SOCK_STREAM : SOCK_DGRAM
        let made = socket(AF_INET, Int32(type.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        var server = sockaddr_in()
        server.sin_family = sa_family_t(AF_INET)
        server.sin_port = port.bigEndian
        inet_pton(AF_INET, parts[1], &server.sin_addr)
        let isConnected = withUnsafePointer(to: &server) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(made, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
            }
        }
        guard made >= 0, isConnected else {
            close(made)
            return nil
        }
        descriptor = made
        source = DispatchSource.makeReadSource(fileDescriptor: made, queue: .main)
        source.setEventHandler { [weak self] in
            MainActor.assumeIsolated { self?.read(receive) }
        }
        source.setCancelHandler { _ = close(made) }
        source.resume()
    }

    func send(_ message: SIPMessage) {
        let data = message.data
        _ = data.withUnsafeBytes {
            Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
        }
    }

    func end() { source.cancel() }

    private func read(_ receive: (SIPMessage?) -> Void) {
        var buffer = [UInt8](repeating: 0, count: 65_536)
        let count = recv(descriptor, &buffer, buffer.count, Int32(MSG_DONTWAIT))
        if count < 0, errno == EAGAIN || errno == EINTR || !isStream { return }
        guard count > 0 else {
            end()
            return receive(nil)
        }
        bytes.append(contentsOf: buffer.prefix(count))
        while let message = SIPMessage(takenOff: &bytes) { receive(message) }
        // A datagram has one message, or isn't worth more.
        if !isStream { bytes = Data() }
    }
}
