import CCurl
import Glibc

/// The sockets of a request, for who needs to know them. Belongs to the loop's thread.
package final class Sockets {
    private var made: Set<Int32> = []
    private let isConnected: (Int32) -> Void
    private let close: (Int32) -> Void

    /// - Parameters:
    ///   - isConnected: before a request goes by it.
    ///   - close: closes one; libcurl uses it no more.
    package init(isConnected: @escaping (Int32) -> Void, close: @escaping (Int32) -> Void) {
        self.isConnected = isConnected
        self.close = close
    }

    static func of(_ context: UnsafeMutableRawPointer?) -> Sockets {
        Unmanaged<Sockets>.fromOpaque(context!).takeUnretainedValue()
    }

    /// - Returns: -1, which is CURL_SOCKET_BAD, if there can't be one.
    func open(_ address: curl_sockaddr) -> Int32 {
        let made = socket(
            address.family, address.socktype | Int32(SOCK_CLOEXEC.rawValue), address.protocol)
        if made >= 0 { self.made.insert(made) }
        return made
    }

    func closed(_ socket: Int32) -> Int32 {
        made.remove(socket)
        close(socket)
        return 0
    }

    /// Those that lost against another address of the host are closed by now.
    func connected() -> Int32 {
        for socket in made { isConnected(socket) }
        return CURL_PREREQFUNC_OK
    }
}
