import Foundation

/// The launch arguments of an example: flags, and options with a value.
///
/// An argument that the app doesn't know, or can't read, is reported on stderr, and the app exits
/// with status 64.
public struct Options {
    private let usage: String
    private var given: [String: String] = [:]

    public init(
        usage: String, flags: Set<String> = [], values: Set<String> = [],
        arguments: [String] = Array(CommandLine.arguments.dropFirst())
    ) {
        self.usage = usage
        var rest = arguments[...]
        while let name = rest.popFirst() {
            if flags.contains(name) {
                given[name] = ""
            } else if values.contains(name) {
                guard let value = rest.popFirst() else { refuse("\(name) needs a value") }
                given[name] = value
            } else {
                refuse("unknown option \(name)")
            }
        }
    }

    public func has(_ name: String) -> Bool { given[name] != nil }

    public func text(_ name: String) -> String? { given[name] }

    /// The value in words that `Value` knows, one of `allowed`.
    public func choice<Value: RawRepresentable & CaseIterable>(_ name: String) -> Value?
    where Value.RawValue == String {
        guard let text = given[name] else { return nil }
        guard let value = Value(rawValue: text) else {
            let known = Value.allCases.map(\.rawValue).joined(separator: ", ")
            refuse("\(name) is one of \(known), not \(text)")
        }
        return value
    }

    public func integer(_ name: String, atLeast least: Int) -> Int? {
        guard let text = given[name] else { return nil }
        guard let number = Int(text), number >= least else {
            refuse("\(name) takes a whole number from \(least) on, not \(text)")
        }
        return number
    }

    public func number(_ name: String, atLeast least: Double) -> Double? {
        guard let text = given[name] else { return nil }
        guard let number = Double(text), number.isFinite, number >= least else {
            refuse("\(name) takes a number from \(least) on, not \(text)")
        }
        return number
    }

    private func refuse(_ problem: String) -> Never {
        try? FileHandle.standardError.write(contentsOf: Data("\(problem)\nusage: \(usage)\n".utf8))
        exit(64)
    }
}
