import Foundation
import Glibc
import Testing

/// A directory that is gone when the test is.
public final class ScratchDirectory: Sendable {
    public let path: String

    public init() throws {
        var template = Array("/tmp/quiesce-test-XXXXXX".utf8CString)
        path = String(cString: try #require(mkdtemp(&template)))
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    public func file(_ name: String) -> String { "\(path)/\(name)" }

    public func names() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: path).sorted()
    }
}
