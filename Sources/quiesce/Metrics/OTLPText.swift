import Foundation
import QuiesceTerminal
import QuiesceWire

/// Decisions as OpenTelemetry's log records: a line of OTLP JSON each, as collectors read them from
/// a file. Names of attributes are promised.
enum OTLPText {
    /// The numbers of OpenTelemetry's severities.
    private enum Severity: Int {
        case info = 9
        case warning = 13
    }

    static func line(_ row: LogRow) throws -> String {
        let severity: Severity = ["kill", "refuse"].contains(row.kind) ? .warning : .info
        let texts = [
            ("app", row.app), ("kind", row.kind), ("from", row.from), ("to", row.to),
            ("reason", row.reason), ("rule", row.rule), ("detail", row.detail),
        ]
        var record: [String: Any] = [
            "severityNumber": severity.rawValue,
            "body": ["stringValue": LogText.words(row)],
            "attributes": [attribute("quiesce.seq", ["intValue": String(row.seq)])]
                + texts.compactMap { name, text in
                    text.map { attribute("quiesce.\(name)", ["stringValue": $0]) }
                },
        ]
        if let time = HumanText.date(row.time) {
            let milliseconds = Int64((time.timeIntervalSince1970 * 1_000).rounded())
            record["timeUnixNano"] = String(milliseconds * 1_000_000)
        }
        let scope: [String: Any] = [
            "scope": ["name": "quiesce"], "logRecords": [record],
        ]
        let resource: [String: Any] = [
            "resource": [
                "attributes": [
                    attribute("service.name", ["stringValue": "quiesced"]),
                    attribute("service.version", ["stringValue": quiesceVersion]),
                ]
            ], "scopeLogs": [scope],
        ]
        let data = try JSONSerialization.data(
            withJSONObject: ["resourceLogs": [resource]],
            options: [.sortedKeys, .withoutEscapingSlashes])
        return String(decoding: data, as: UTF8.self)
    }

    private static func attribute(_ key: String, _ value: [String: String]) -> [String: Any] {
        ["key": key, "value": value]
    }
}
