import Foundation
import Glibc
import QuiesceCore

/// Properties that hold for any bytes whatever. A crash, a trap and a hang are problems, too.
public protocol Check: SendableMetatype {
    /// - Returns: whether `input` is read as anything, rather than refused.
    /// - Throws: `Problem`: what doesn't hold of it.
    static func check(_ input: [UInt8]) throws -> Bool
}

/// A property that an input breaks.
public struct Problem: Error, Sendable, Hashable, CustomStringConvertible {
    public var description: String

    init(_ description: String) { self.description = description }
}

/// Ends the process if something is wrong, as libFuzzer expects it: it then saves the input.
public func stopIfWrong(_ check: any Check.Type, _ input: UnsafeBufferPointer<UInt8>) {
    do {
        _ = try check.check(Array(input))
    } catch {
        FileHandle.standardError.write(Data("\nPROBLEM: \(error)\n".utf8))
        abort()
    }
}

/// - Throws: `Problem` unless `condition`.
func require(_ condition: Bool, _ problem: @autoclosure () -> String) throws {
    if !condition { throw Problem(problem()) }
}

/// Requires a text for people and logs to be one line, not empty, and no longer than a person
/// reads.
func requireOneLine(_ text: String, _ what: String) throws {
    try require(!text.isEmpty, "\(what) is empty")
    try require(text.utf8.count <= 1_024, "\(what) has \(text.utf8.count) bytes")
    try require(
        !text.unicodeScalars.contains { $0.properties.generalCategory == .control },
        "\(what) has a control character: \(text.debugDescription)")
}

/// The same, written down and read again.
func writtenAndRead<Value: JSONValued>(_ value: Value) throws -> Value {
    try Value.read(value.json)
}
