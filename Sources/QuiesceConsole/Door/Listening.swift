import Foundation
import Glibc
import QuiesceTerminal

/// The sockets of the console.
package enum Listening {
    /// The value of `--listen`.
    package struct Loopback: Sendable, Hashable {
        /// As it is written in a URL.
        package let host: String
        package let port: UInt16
        fileprivate let isSix: Bool

        /// - Throws: exit code 64 for any address that others can reach.
        package init(_ text: String) throws(Failure) {
            let usage = Failure.usage(
                "\"\(text.prefix(100))\" is no address; --listen takes one such as 127.0.0.1:8421")
            guard let colon = text.lastIndex(of: ":"),
                let port = UInt16(text[text.index(after: colon)...])
            else { throw usage }
            var name = String(text[..<colon])
            if name == "localhost" { name = "127.0.0.1" }
            if name.hasPrefix("["), name.hasSuffix("]") {
                name = String(name.dropFirst().dropLast())
            }
            var (four, six) = (in_addr(), in6_addr())
            if inet_pton(AF_INET, name, &four) == 1 {
                guard UInt32(bigEndian: four.s_addr) >> 24 == 127 else { throw Self.open(text) }
                (host, isSix) = (name, false)
            } else if inet_pton(AF_INET6, name, &six) == 1 {
                let bytes = withUnsafeBytes(of: &six) { Array($0) }
                guard bytes == [UInt8](repeating: 0, count: 15) + [1] else { throw Self.open(text) }
                (host, isSix) = ("[::1]", true)
            } else {
                throw usage
            }
            self.port = port
        }

        private static func open(_ text: String) -> Failure {
            .usage(
                "others can reach \(text.prefix(100)), and whoever opens the console has the device; it "
                    + "listens on loopback addresses alone, such as 127.0.0.1:8421. From another "
                    + "machine: ssh -L 8421:127.0.0.1:8421")
        }

        /// - Returns: the socket, and the port, which the system chooses for 0.
        func listen() throws(Failure) -> (socket: Int32, port: UInt16) {
            let socket = Glibc.socket(
                isSix ? AF_INET6 : AF_INET,
                Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
                    | Int32(SOCK_NONBLOCK.rawValue), 0)
            var yes: Int32 = 1
            setsockopt(
                socket, SOL_SOCKET, SO_REUSEADDR, &yes, socklen_t(MemoryLayout<Int32>.size))
            var address = sockaddr_storage()
            let size: Int
            if isSix {
                var six = sockaddr_in6()
                six.sin6_family = sa_family_t(AF_INET6)
                six.sin6_port = port.bigEndian
                inet_pton(AF_INET6, "::1", &six.sin6_addr)
                size = MemoryLayout<sockaddr_in6>.size
                withUnsafeMutableBytes(of: &address) {
                    $0.storeBytes(of: six, as: sockaddr_in6.self)
                }
            } else {
                var four = sockaddr_in()
                four.sin_family = sa_family_t(AF_INET)
                four.sin_port = port.bigEndian
                inet_pton(AF_INET, host, &four.sin_addr)
                size = MemoryLayout<sockaddr_in>.size
                withUnsafeMutableBytes(of: &address) {
                    $0.storeBytes(of: four, as: sockaddr_in.self)
                }
            }
            var length = socklen_t(size)
            let code = withUnsafeMutablePointer(to: &address) {
                $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                    bind(socket, address, length) == 0 && Glibc.listen(socket, 64) == 0
                        && getsockname(socket, address, &length) == 0 ? 0 : errno
                }
            }
            guard code == 0 else {
                close(socket)
                throw .refused(
                    "could not listen on \(host):\(port): \(reason(code)); choose another port, or 0 for any"
                )
            }
            let port = withUnsafeBytes(of: &address) {
                UInt16(bigEndian: $0.load(fromByteOffset: 2, as: UInt16.self))
            }
            return (socket, port)
        }
    }

    /// A Unix socket that its owner alone connects to.
    static func unix(_ path: String) throws(Failure) -> Int32 {
        guard var address = address(path) else {
            throw .configuration("\(path) is too long for a socket's name; choose a shorter one")
        }
        var status = stat()
        if lstat(path, &status) == 0 {
            guard status.st_mode & S_IFMT == S_IFSOCK, connect(to: path) < 0 else {
                throw .refused(
                    "\(path) is there already; choose another name, or end the console that listens there"
                )
            }
            // A console that was killed has left it.
            unlink(path)
        }
        let socket = newUnixSocket()
        // The file is there with its mode from the beginning.
        let mask = umask(0o177)
        let code = withAddress(&address) { bind(socket, $0, $1) == 0 ? 0 : errno }
        umask(mask)
        guard code == 0, Glibc.listen(socket, 64) == 0 else {
            close(socket)
            throw .refused("could not listen on \(path): \(reason(code)); choose a folder of yours")
        }
        return socket
    }

    /// - Returns: a connected socket, or below 0.
    static func connect(to path: String) -> Int32 {
        guard var address = address(path) else { return -1 }
        let socket = newUnixSocket()
        guard withAddress(&address, { Glibc.connect(socket, $0, $1) }) == 0 else {
            close(socket)
            return -1
        }
        return socket
    }

    private static func newUnixSocket() -> Int32 {
        socket(
            AF_UNIX,
            Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
                | Int32(SOCK_NONBLOCK.rawValue), 0)
    }

    private static func address(_ path: String) -> sockaddr_un? {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        guard path.utf8.count < MemoryLayout.size(ofValue: address.sun_path) else { return nil }
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        return address
    }

    private static func withAddress<Result>(
        _ address: inout sockaddr_un, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Result
    ) -> Result {
        withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                body($0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
    }
}
