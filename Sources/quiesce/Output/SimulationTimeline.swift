import Foundation
import QuiesceCore
import QuiesceTerminal
import QuiesceWire

/// A simulation's decisions as a person reads them: a line each, under a heading for each day.
struct SimulationTimeline {
    /// The name by which a line calls each app.
    private var names: [AppID: String] = [:]
    private let width: Int
    /// Every decision, or those that change what a user sees.
    private let showsAll: Bool
    private let coloured: Bool
    private let start: WallTime
    private var day: Int64?

    init(apps: [AppManifest], start: WallTime, showsAll: Bool, coloured: Bool = Colour.isOn) {
        let times = Dictionary(apps.map { ($0.name, 1) }, uniquingKeysWith: +)
        for app in apps { names[app.id] = oneLine(times[app.name] == 1 ? app.name : app.id.name) }
        width = min(24, max("device".count, names.values.map(\.count).max() ?? 0))
        self.showsAll = showsAll
        self.coloured = coloured
        self.start = start
    }

    /// The lines of a decision; none if it isn't shown.
    mutating func lines(_ decision: Decision) -> [String] {
        guard showsAll || Self.matters(decision) else { return [] }
        var lines: [String] = []
        let nanosecondsADay: Int64 = 86_400_000_000_000
        let day = decision.time.nanoseconds / nanosecondsADay
        if day != self.day {
            let number = day - start.nanoseconds / nanosecondsADay + 1
            if self.day != nil { lines.append("") }
            lines.append("\(Self.date(decision.time)), day \(number)".coloured(.bold, if: coloured))
            self.day = day
        }
        let name = decision.app.map { names[$0] ?? oneLine($0.name) } ?? "device"
        let (what, colour) = Self.what(decision)
        var words = [
            Self.timeOfDay(decision.time).coloured(.dim, if: coloured),
            column(name, width, decision.app == nil ? .dim : .bold),
            column(what, Self.whatWidth, colour), decision.reason.rawValue,
        ]
        if let rule = decision.rule {
            words.append("(\(rule.rawValue))".coloured(.dim, if: coloured))
        }
        if let detail = decision.detail { words.append(oneLine(detail.words)) }
        lines.append(words.joined(separator: "  "))
        return lines
    }

    /// Whether a user would notice, or has done it: not the steps on the way.
    private static func matters(_ decision: Decision) -> Bool {
        switch decision.kind {
        case .deliver, .merge, .transfer: false
        case .input: decision.reason != .fetch && decision.reason != .push
        case .transition: decision.from != decision.to && decision.to != .inactive
        case .task, .wake, .refuse, .kill, .notification, .push: true
        }
    }

    /// "background → notRunning"
    private static let whatWidth = 23

    private static func what(_ decision: Decision) -> (String, Colour?) {
        switch decision.kind {
        case .kill: return ("kill", .red)
        case .refuse: return ("refuse", .yellow)
        case .input, .task, .deliver, .merge, .wake, .transfer, .notification, .push:
            return (decision.kind.rawValue, nil)
        case .transition:
            guard let from = decision.from, let to = decision.to else { return ("transition", nil) }
            return ("\(from.rawValue) → \(to.rawValue)", .state(to.rawValue))
        }
    }

    private func column(_ text: String, _ width: Int, _ colour: Colour?) -> String {
        text.coloured(colour, if: coloured)
            + String(repeating: " ", count: max(0, width - text.count))
    }

    private static func timeOfDay(_ time: WallTime) -> String {
        let milliseconds = time.nanoseconds / 1_000_000 % 86_400_000
        func padded(_ number: Int64, _ digits: Int) -> String {
            let text = String(number)
            return String(repeating: "0", count: digits - text.count) + text
        }
        return padded(milliseconds / 3_600_000, 2) + ":" + padded(milliseconds / 60_000 % 60, 2)
            + ":" + padded(milliseconds / 1000 % 60, 2) + "." + padded(milliseconds % 1000, 3)
    }

    private static func date(_ time: WallTime) -> String {
        let style = Date.VerbatimFormatStyle(
            format:
                "\(weekday: .wide) \(day: .defaultDigits) \(month: .wide) \(year: .defaultDigits)",
            locale: Locale(identifier: "en_US_POSIX"), timeZone: .gmt,
            calendar: Calendar(identifier: .gregorian))
        return Date(timeIntervalSince1970: time.inSeconds).formatted(style)
    }
}

extension WallTime {
    fileprivate var inSeconds: Double { Double(nanoseconds / 1_000_000) / 1000 }

    /// ISO 8601 in UTC with milliseconds.
    var iso8601: String {
        Date(timeIntervalSince1970: inSeconds)
            .formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true))
    }
}

extension LogRow {
    /// As `quiesce log` has it from a device.
    init(_ decision: Decision) {
        self.init(
            seq: decision.seq, time: decision.time.iso8601, app: decision.app?.name,
            kind: decision.kind.rawValue, from: decision.from?.rawValue, to: decision.to?.rawValue,
            reason: decision.reason.rawValue, rule: decision.rule?.rawValue,
            detail: decision.detail?.words)
    }
}
