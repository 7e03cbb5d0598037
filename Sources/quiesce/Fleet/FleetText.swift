import Foundation
import QuiesceCore
import QuiesceFleet
import QuiesceJournal
import QuiesceTerminal

/// A comparison of two policies, for a person and for a program.
enum FleetText {
    static func lines(_ record: FleetRecord, coloured: Bool = Colour.isOn) -> [String] {
        let comparison = Comparison(record.devices)
        let profile = name(record.manifest.profile)
        let against = name(record.manifest.against)
        var table = Table([
            .init(title: ""), .init(title: profile, isNumber: true),
            .init(title: against, isNumber: true), .init(title: "CHANGE", isNumber: true),
            .init(title: "BETTER, WORSE", isNumber: true), .init(title: "WORST FOR"),
        ])
        for row in comparison.rows {
            table.add([
                Table.Cell(row.title), Table.Cell(spread(row.profile)),
                Table.Cell(spread(row.against)), change(row.change),
                Table.Cell("\(row.change.better), \(row.change.worse)"),
                Table.Cell(worst(row.change)),
            ])
        }
        let days = comparison.days.rounded()
        return [
            "\(count(comparison.devices, "device")), \(count(Int(days), "day")) in all, \(profile) → \(against)"
        ] + table.lines(coloured: coloured)
    }

    static func lines(_ parting: FleetParting, _ profile: String, _ against: String) -> [String] {
        guard parting.profile != nil || parting.against != nil else {
            return ["Both decide the same about everything."]
        }
        let time = [parting.profile, parting.against].compactMap { $0?.time }.min()
        let when = time.map { " at \(HumanText.time($0.iso8601))" } ?? ""
        return [
            "The two first part\(when):",
            "  \(profile): \(parting.profile?.words ?? "nothing more")",
            "  \(against): \(parting.against?.words ?? "nothing more")",
        ]
    }

    static func json(_ record: FleetRecord, _ problems: [String]) -> String {
        Whole(record, problems).jsonText
    }

    // derive: json sorted written
    struct Whole {
        var profile, against: String
        var devices: Int
        var days: Double
        var problems: [String]
        var rows: [Comparison.Row]

        init(_ record: FleetRecord, _ problems: [String]) {
            let comparison = Comparison(record.devices)
            profile = name(record.manifest.profile)
            against = name(record.manifest.against)
            devices = comparison.devices
            days = comparison.days
            self.problems = problems
            rows = comparison.rows
        }
    }

    /// Without the fingerprint of its values.
    private static func name(_ profile: String) -> String {
        profile == "as recorded"
            ? profile : profile.split(separator: " ").dropLast().joined(separator: " ")
    }

    private static func spread(_ values: Distribution) -> String {
        "\(number(values.mean)) (\(number(values.p5))…\(number(values.p95)))"
    }

    private static func change(_ change: PairedChange) -> Table.Cell {
        guard change.isShown else { return "none shown" }
        guard let low = change.low, let high = change.high else {
            return Table.Cell(signed(change.mean))
        }
        return Table.Cell("\(signed(change.mean)) (\(signed(low))…\(signed(high)))")
    }

    private static func worst(_ change: PairedChange) -> String {
        guard let device = change.worstDevice, let by = change.worstBy else { return "" }
        return "\(device), \(signed(by))"
    }

    private static func signed(_ value: Double) -> String {
        (value > 0 ? "+" : "") + number(value)
    }

    /// Three digits, as far as that makes sense.
    private static func number(_ value: Double) -> String {
        let size = abs(value)
        let digits = size >= 100 || size == 0 ? 0 : size >= 10 ? 1 : 2
        return String(format: "%.\(digits)f", value)
    }

    private static func count(_ number: Int, _ noun: String) -> String {
        "\(number) \(noun)\(number == 1 ? "" : "s")"
    }
}
