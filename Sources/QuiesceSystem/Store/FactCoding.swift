import Foundation
import QuiesceCore

/// Facts as the store keeps them.
enum FactCoding {
    static func encode(_ fact: Fact) -> Data {
        if case .wake(let wake) = fact {
            var line = PlainLine()
            if line.put(wake) { return Data(line.bytes) }
        }
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        do {
            return try encoder.encode(fact)
        } catch {
            // Facts are integers, strings and enums of our own: no value of theirs fails to encode.
            preconditionFailure("the fact \(fact.key) can't be encoded: \(error)")
        }
    }

    /// - Returns: nil for a row that no version of ours wrote.
    static func decode(_ value: Data) -> Fact? { try? JSONDecoder().decode(Fact.self, from: value) }
}
