import Foundation
import QuiesceWire
import Testing

@testable import quiesce

@Suite("Decisions as OpenTelemetry's log records") struct OTLPTextTests {
    private func line(kind: String, app: String?, rule: String?) throws -> String {
        try OTLPText.line(
            LogRow(
                seq: 42, time: "1970-01-01T00:00:01.500Z", app: app, kind: kind, from: nil,
                to: nil, reason: "cpuExceeded", rule: rule, detail: nil))
    }

    @Test("A decision is one line, with its time, its words and what it is about")
    func decision() throws {
        let line = try line(kind: "kill", app: "org.example.Mail", rule: "C3")
        #expect(!line.contains("\n"))
        #expect(
            line.contains(
                #""body":{"stringValue":"org.example.Mail  kill  cpuExceeded  (C3)"}"#))
        #expect(line.contains(#""severityNumber":13,"timeUnixNano":"1500000000""#))
        #expect(line.contains(#"{"key":"quiesce.seq","value":{"intValue":"42"}}"#))
        for (name, value) in [
            ("app", "org.example.Mail"), ("reason", "cpuExceeded"), ("rule", "C3"),
        ] {
            let attribute = #"{"key":"quiesce.\#(name)","value":{"stringValue":"\#(value)"}}"#
            #expect(line.contains(attribute), "\(name)")
        }
        #expect(
            line.hasPrefix(#"{"resourceLogs":[{"resource":{"attributes":[{"key":"service.name""#))
    }

    @Test("An absent value has no attribute, and only an end or a refusal is a warning")
    func absent() throws {
        let line = try line(kind: "input", app: nil, rule: nil)
        #expect(!line.contains("quiesce.app") && !line.contains("quiesce.rule"))
        #expect(line.contains(#""severityNumber":9,"#))
    }
}
