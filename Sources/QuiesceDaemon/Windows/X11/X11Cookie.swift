import Glibc
import QuiesceCore
import QuiesceLinux

/// The secret by which an X server lets its user's programs in, as Xau(3) describes the file.
enum X11Cookie {
    static let kind = Array("MIT-MAGIC-COOKIE-1".utf8)

    private static let anyMachine: UInt16 = 0xffff
    private static let thisMachine: UInt16 = 256

    /// - Returns: nil: the file has none for this display. The server may let its user in without.
    static func read(for display: X11Display) -> [UInt8]? {
        guard let path = display.authority else { return nil }
        // Not blocked by a FIFO.
        let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard file >= 0 else { return nil }
        defer { Glibc.close(file) }
        guard let data = try? Files.read(file, limit: Limits.x11CookieFileBytes) else { return nil }
        return find(in: Array(data), display: display.number, host: hostName)
    }

    static var hostName: [UInt8] {
        var name = [CChar](repeating: 0, count: Int(HOST_NAME_MAX) + 1)
        gethostname(&name, name.count - 1)
        return name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
    }

    static func find(in file: [UInt8], display: Int, host: [UInt8]) -> [UInt8]? {
        var rest = file[...]
        while let family = number(&rest), let address = string(&rest), let number = string(&rest),
            let kind = string(&rest), let secret = string(&rest)
        {
            let isHere =
                family == anyMachine || family == thisMachine && address.elementsEqual(host)
            let isThis = number.isEmpty || number.elementsEqual("\(display)".utf8)
            if isHere, isThis, kind.elementsEqual(Self.kind) { return Array(secret) }
        }
        return nil
    }

    private static func number(_ rest: inout ArraySlice<UInt8>) -> UInt16? {
        guard rest.count >= 2 else { return nil }
        return UInt16(rest.removeFirst()) << 8 | UInt16(rest.removeFirst())
    }

    private static func string(_ rest: inout ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
        guard let count = number(&rest), rest.count >= Int(count) else { return nil }
        defer { rest = rest.dropFirst(Int(count)) }
        return rest.prefix(Int(count))
    }
}
