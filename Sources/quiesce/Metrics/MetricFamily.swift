/// A metric with its samples, as Prometheus reads them: its text format, version 0.0.4.
struct MetricFamily {
    enum Kind: String {
        case gauge
        /// It never falls but with its device.
        case counter
    }

    struct Sample {
        var labels: [(name: String, value: String)] = []
        var value: Double
    }

    var name: String
    var kind: Kind
    /// A sentence.
    var help: String
    var samples: [Sample]

    /// Its lines. Without samples it has none.
    var lines: [String] {
        guard !samples.isEmpty else { return [] }
        return ["# HELP \(name) \(help)", "# TYPE \(name) \(kind.rawValue)"]
            + samples.map { sample in
                let labels = sample.labels.map { "\($0.name)=\"\(Self.escaped($0.value))\"" }
                let braces = labels.isEmpty ? "" : "{\(labels.joined(separator: ","))}"
                return "\(name)\(braces) \(Self.text(sample.value))"
            }
    }

    private static func escaped(_ value: String) -> String {
        value.reduce(into: "") { text, character in
            switch character {
            case "\\": text += "\\\\"
            case "\"": text += "\\\""
            case "\n": text += "\\n"
            case let other: text.append(other)
            }
        }
    }

    private static func text(_ value: Double) -> String {
        Int64(exactly: value).map(String.init) ?? String(value)
    }
}
