import Glibc
import QuiesceLinux

// Where links of the kernel's trees lead.
extension ProcFile {
    /// The path without links; nil: nothing is there.
    static func real(_ path: String) -> String? {
        guard let found = realpath(path, nil) else { return nil }
        defer { free(found) }
        return String(cString: found)
    }

    /// The target of a symbolic link; nil: `link` is none.
    static func target(of link: String) -> String? {
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: Int(PATH_MAX)) { buffer in
            let count = buffer.withMemoryRebound(to: CChar.self) {
                readlink(link, $0.baseAddress!, $0.count)
            }
            guard count > 0 else { return nil }
            return String(decoding: buffer[..<count], as: UTF8.self)
        }
    }
}
