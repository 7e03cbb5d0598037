import Testing

@testable import quiesce

@Suite("Metrics in Prometheus's text format") struct MetricFamilyTests {
    @Test("A family has its help, its type, and a line for each sample") func lines() {
        let family = MetricFamily(
            name: "quiesce_apps", kind: .gauge, help: "Installed apps, by state.",
            samples: [
                .init(labels: [(name: "state", value: "active")], value: 1),
                .init(
                    labels: [(name: "state", value: "suspended"), (name: "x", value: "")], value: 0),
            ])
        #expect(
            family.lines == [
                "# HELP quiesce_apps Installed apps, by state.", "# TYPE quiesce_apps gauge",
                #"quiesce_apps{state="active"} 1"#, #"quiesce_apps{state="suspended",x=""} 0"#,
            ])
    }

    @Test("A value is a whole number where it can be, and a label's quotes are escaped")
    func values() {
        let family = MetricFamily(
            name: "quiesce_x_total", kind: .counter, help: "X.",
            samples: [
                .init(value: 9_007_199_254_740_992), .init(value: 0.25), .init(value: -1.5),
                .init(labels: [(name: "app", value: "a\"b\\c\nd")], value: 1),
            ])
        #expect(
            family.lines.dropFirst(2) == [
                "quiesce_x_total 9007199254740992", "quiesce_x_total 0.25", "quiesce_x_total -1.5",
                #"quiesce_x_total{app="a\"b\\c\nd"} 1"#,
            ])
    }

    @Test("A family without samples says nothing") func none() {
        #expect(MetricFamily(name: "x", kind: .gauge, help: "X.", samples: []).lines.isEmpty)
    }
}
