import FetchEvaluation
import Foundation
import QuiesceTerminal

/// The results of an evaluation, for a person and for a program.
enum EvaluationText {
    static func lines(
        _ evaluation: Evaluation, lead: Int64, perPerson: Bool, coloured: Bool = Colour.isOn
    ) -> [String] {
        let outcomes = evaluation.outcomes
        guard let all = outcomes.first?.tally(.scheduler) else { return [] }
        let owners = evaluation.trace.owners
        let apps = owners.reduce(0) { $0 + $1.apps.count }
        var lines = [
            "\(count(owners.count, "owner")), \(count(apps, "app")), "
                + "\(count(all.opens, "scored open")) on \(count(all.appDays, "app-day")); "
                + "a fetch must precede an open by \(lead) s"
        ]
        lines += ["", "Fresh opens, % of all:"]
        lines += shares(outcomes, \.share).lines(coloured: coloured)
        lines += ["", "Fresh opens, % of an app's, mean of all apps:"]
        lines += shares(outcomes, \.meanShare).lines(coloured: coloured)
        lines += ["", "Fetches used per app and day:"]
        lines += fetches(outcomes).lines(coloured: coloured)
        lines += ["", "× BEST: the scheduler's, to that of the baseline with most fresh opens."]
        guard perPerson else { return lines }
        for outcome in outcomes {
            lines += ["", "\(name(outcome.setting)), by owner; fresh opens, %:"]
            lines += people(outcome, owners).lines(coloured: coloured)
        }
        return lines
    }

    private static func name(_ setting: FetchSetting) -> String {
        "Window \(setting.window / 60) min, budget \(setting.budget)"
    }

    private static let planners = FetchPlanner.allCases.map {
        Table.Column(title: title($0), isNumber: true)
    }

    private static func title(_ planner: FetchPlanner) -> String {
        switch planner {
        case .scheduler: "SCHEDULER"
        case .fixedPeriod: "FIXED"
        case .hourOfDay: "HOUR-OF-DAY"
        case .hourOfWeek: "HOUR-OF-WEEK"
        case .oracle: "ORACLE"
        }
    }

    private static let settings: [Table.Column] = [
        .init(title: "WINDOW", isNumber: true), .init(title: "BUDGET", isNumber: true),
    ]

    private static func shares(
        _ outcomes: [Evaluation.Outcome], _ share: (Tally) -> Double
    ) -> Table {
        var table = Table(settings + planners + [.init(title: "× BEST", isNumber: true)])
        for outcome in outcomes {
            let cells = FetchPlanner.allCases.map { Table.Cell(percent(share(outcome.tally($0)))) }
            table.add(
                self.cells(outcome.setting) + cells + [
                    ratio(share(outcome.tally(.scheduler)), share(outcome.tally(outcome.best)))
                ])
        }
        return table
    }

    private static func fetches(_ outcomes: [Evaluation.Outcome]) -> Table {
        var table = Table(settings + planners + [.init(title: "× BEST", isNumber: true)])
        for outcome in outcomes {
            let cells = FetchPlanner.allCases.map {
                Table.Cell(number(outcome.tally($0).fetchesPerAppDay))
            }
            table.add(
                self.cells(outcome.setting) + cells + [
                    ratio(outcome.tally(.scheduler).fetches, outcome.tally(outcome.best).fetches)
                ])
        }
        return table
    }

    private static func cells(_ setting: FetchSetting) -> [Table.Cell] {
        ["\(setting.window / 60) min", "\(setting.budget)"]
    }

    private static func people(_ outcome: Evaluation.Outcome, _ owners: [Owner]) -> Table {
        var table = Table(
            [.init(title: "OWNER"), .init(title: "OPENS", isNumber: true)] + planners + [
                .init(title: "× BEST", isNumber: true), .init(title: "FETCHES", isNumber: true),
                .init(title: "× BEST", isNumber: true),
            ])
        for (owner, tallies) in zip(owners, outcome.owners) {
            guard let mine = tallies[.scheduler], let best = tallies[outcome.best] else { continue }
            table.add(
                [Table.Cell(owner.name), "\(mine.opens)"]
                    + FetchPlanner.allCases.map { Table.Cell(percent(tallies[$0]?.share ?? 0)) }
                    + [
                        ratio(mine.share, best.share), Table.Cell(number(mine.fetchesPerAppDay)),
                        ratio(mine.fetches, best.fetches),
                    ])
        }
        return table
    }

    private static func percent(_ share: Double) -> String { format(share * 100, "%.1f") }
    private static func number(_ value: Double) -> String { format(value, "%.2f") }
    private static func ratio(_ a: Double, _ b: Double) -> Table.Cell {
        Table.Cell(b == 0 ? "-" : number(a / b))
    }
    private static func format(_ value: Double, _ form: String) -> String {
        String(format: form, value)
    }

    private static func count(_ number: Int, _ noun: String) -> String {
        "\(number) \(noun)\(number == 1 ? "" : "s")"
    }
}
