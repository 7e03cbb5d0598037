import Foundation
import Glibc
import Testing

/// A folder for one test, gone with it.
final class Scratch {
    let path: String

    init() throws {
        var template = Array("/tmp/quiesce-bundle-XXXXXX".utf8CString)
        path = String(cString: try #require(mkdtemp(&template)))
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    func write(_ name: String, _ data: Data, mode: mode_t = 0o644) throws {
        let file = path + "/" + name
        try FileManager.default.createDirectory(
            atPath: (file as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
        try data.write(to: URL(fileURLWithPath: file))
        try #require(chmod(file, mode) == 0)
    }

    /// Opens the folder `name` in it, or itself, for the length of `body`.
    func opened<Result>(_ name: String = "", _ body: (Int32) throws -> Result) throws -> Result {
        let descriptor = open(path + "/" + name, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        try #require(descriptor >= 0)
        defer { close(descriptor) }
        return try body(descriptor)
    }

    func exists(_ name: String) -> Bool {
        var status = stat()
        return lstat(path + "/" + name, &status) == 0
    }

    func mode(_ name: String) -> mode_t {
        var status = stat()
        return lstat(path + "/" + name, &status) == 0 ? status.st_mode & 0o7777 : 0
    }
}

/// Bundles made for one test each.
enum Fixture {
    static let keys: [String: any Sendable] = [
        "CFBundleIdentifier": "org.example.Clock", "CFBundleExecutable": "clock",
    ]

    /// An Info.plist with `changes` to a valid one; `NSNull` takes a key away.
    static func plist(
        _ changes: [String: any Sendable] = [:],
        format: PropertyListSerialization.PropertyListFormat = .xml
    ) throws -> Data {
        var all: [String: Any] = keys
        for (key, value) in changes { all[key] = value }
        all = all.filter { !($0.value is NSNull) }
        return try PropertyListSerialization.data(fromPropertyList: all, format: format, options: 0)
    }

    /// `App.app`, valid but for what the test does to it.
    static func bundle(_ plist: Data? = nil) throws -> Scratch {
        let scratch = try Scratch()
        try scratch.write("App.app/Info.plist", try plist ?? self.plist())
        try scratch.write("App.app/clock", Data("#!/bin/sh\n".utf8), mode: 0o755)
        return scratch
    }

    /// A binary property list of these objects, each as it is to be written, with a trailer that
    /// may lie.
    static func binary(
        _ objects: [[UInt8]], referenceBytes: UInt8 = 1, offsets: [UInt64]? = nil,
        count: UInt64? = nil, root: UInt64 = 0
    ) -> Data {
        func bigEndian(_ value: UInt64) -> [UInt8] {
            (0..<8).map { UInt8(truncatingIfNeeded: value >> (56 - 8 * $0)) }
        }
        var bytes = Array("bplist00".utf8)
        var starts: [UInt64] = []
        for object in objects {
            starts.append(UInt64(bytes.count))
            bytes += object
        }
        let table = UInt64(bytes.count)
        for start in offsets ?? starts { bytes += bigEndian(start) }
        bytes += [0, 0, 0, 0, 0, 0, 8, referenceBytes]
        bytes += bigEndian(count ?? UInt64(objects.count)) + bigEndian(root) + bigEndian(table)
        return Data(bytes)
    }

    /// An XML property list around the inside of its root dictionary.
    static func xml(_ inside: String, type: String = "") -> Data {
        Data(
            """
            <?xml version="1.0" encoding="UTF-8"?>
            \(type)
            <plist version="1.0"><dict>
            <key>CFBundleIdentifier</key><string>org.example.Clock</string>
            <key>CFBundleExecutable</key><string>clock</string>
            \(inside)
            </dict></plist>
            """.utf8)
    }
}
