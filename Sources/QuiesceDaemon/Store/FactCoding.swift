import Foundation
import QuiesceCore

/// Facts as the store keeps them.
enum FactCoding {
    static func encode(_ fact: Fact) -> Data { Data(fact.json) }

    /// - Returns: nil for a row that no version of ours wrote.
    static func decode(_ value: Data) -> Fact? { try? Fact.read(Array(value)) }
}
