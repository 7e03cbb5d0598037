import Foundation
import Glibc

/// One number, and what it should be.
struct Measurement: Encodable {
    enum Goal {
        case atMost(Double)
        case atLeast(Double)
    }

    var name: String
    var value: Double
    var unit: String
    var goal: Goal?

    init(_ name: String, _ value: Double, _ unit: String, _ goal: Goal? = nil) {
        self.name = name
        self.value = value
        self.unit = unit
        self.goal = goal
    }

    var isMet: Bool? {
        switch goal {
        case .atMost(let limit): value <= limit
        case .atLeast(let limit): value >= limit
        case nil: nil
        }
    }

    fileprivate var valueText: String { "\(Self.text(value)) \(unit)" }
    fileprivate var goalText: String {
        switch goal {
        case .atMost(let limit): "≤ \(Self.text(limit))"
        case .atLeast(let limit): "≥ \(Self.text(limit))"
        case nil: ""
        }
    }
    fileprivate var verdict: String { isMet.map { $0 ? "met" : "MISSED" } ?? "" }

    private static func text(_ value: Double) -> String {
        if value >= 10_000 { return value.formatted(.number.precision(.fractionLength(0))) }
        if value == value.rounded() { return String(Int(value)) }
        return value.formatted(.number.precision(.fractionLength(value < 10 ? 2 : 1)))
    }

    private enum Key: String, CodingKey { case name, value, unit, atMost, atLeast, met }

    func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: Key.self)
        try fields.encode(name, forKey: .name)
        try fields.encode(value, forKey: .value)
        try fields.encode(unit, forKey: .unit)
        switch goal {
        case .atMost(let limit): try fields.encode(limit, forKey: .atMost)
        case .atLeast(let limit): try fields.encode(limit, forKey: .atLeast)
        case nil: break
        }
        try fields.encodeIfPresent(isMet, forKey: .met)
    }
}

/// The results of one benchmark.
struct Section: Encodable {
    var title: String
    var measurements: [Measurement] = []

    var table: String {
        let width = measurements.map(\.name.count).max() ?? 0
        let valueWidth = measurements.map(\.valueText.count).max() ?? 0
        let goalWidth = measurements.map(\.goalText.count).max() ?? 0
        func pad(_ text: String, _ width: Int) -> String {
            text + String(repeating: " ", count: max(0, width - text.count))
        }
        func indent(_ text: String, _ width: Int) -> String {
            String(repeating: " ", count: max(0, width - text.count)) + text
        }
        let rows = measurements.map {
            "  \(pad($0.name, width))  \(indent($0.valueText, valueWidth))  \(pad($0.goalText, goalWidth))  \($0.verdict)"
        }
        return ([title] + rows).joined(separator: "\n") + "\n"
    }
}

struct Report {
    var sections: [Section] = []

    func json() throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(sections), as: UTF8.self)
    }
}

/// Samples of one duration.
struct Samples {
    private(set) var values: [Double] = []

    mutating func add(_ nanoseconds: Int64) { values.append(Double(nanoseconds)) }
    var count: Int { values.count }

    /// In nanoseconds; `fraction` of the samples are below it.
    func percentile(_ fraction: Double) -> Double {
        guard !values.isEmpty else { return .nan }
        let sorted = values.sorted()
        return sorted[min(sorted.count - 1, Int(Double(sorted.count) * fraction))]
    }

    var median: Double { percentile(0.5) }
    var p99: Double { percentile(0.99) }
}

/// One line on a terminal that tells how far the run is.
enum Progress {
    static func show(_ text: String) {
        guard isatty(STDERR_FILENO) == 1 else { return }
        try? FileHandle.standardError.write(contentsOf: Data("\r\u{1B}[K\(text)".utf8))
    }

    static func clear() { show("") }
}
