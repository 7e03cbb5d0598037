import FetchEvaluation
import Foundation

extension EvaluationText {
    static func json(_ evaluation: Evaluation, lead: Int64, perPerson: Bool) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let row = Row(evaluation, lead: lead, perPerson: perPerson)
        return String(decoding: try encoder.encode(row), as: UTF8.self)
    }

    private struct Row: Encodable {
        var leadSeconds: Int64
        var owners, apps, scoredOpens, appDays: Int
        var settings: [Setting]

        init(_ evaluation: Evaluation, lead: Int64, perPerson: Bool) {
            leadSeconds = lead
            owners = evaluation.trace.owners.count
            apps = evaluation.trace.owners.reduce(0) { $0 + $1.apps.count }
            let all = evaluation.outcomes.first?.tally(.scheduler)
            scoredOpens = all?.opens ?? 0
            appDays = all?.appDays ?? 0
            settings = evaluation.outcomes.map { outcome in
                Setting(
                    windowMinutes: outcome.setting.window / 60, budget: outcome.setting.budget,
                    best: outcome.best.rawValue,
                    ratio: ratio(
                        outcome.tally(.scheduler).share, outcome.tally(outcome.best).share),
                    fetchRatio: ratio(
                        outcome.tally(.scheduler).fetches, outcome.tally(outcome.best).fetches),
                    plans: plans(outcome.tallies),
                    people: perPerson
                        ? zip(evaluation.trace.owners, outcome.owners).map {
                            Person(owner: $0.name, plans: plans($1))
                        } : nil)
            }
        }
    }

    private struct Setting: Encodable {
        var windowMinutes: Int64
        var budget: Int
        /// The baseline with the highest share.
        var best: String
        /// The scheduler's share and fetches, to that one's; left out if that one's are 0.
        var ratio, fetchRatio: Double?
        var plans: [String: Plan]
        var people: [Person]?
    }

    private struct Person: Encodable {
        var owner: String
        var plans: [String: Plan]
    }

    private struct Plan: Encodable {
        var scoredOpens: Int
        var fresh, share, meanShare, fetches: Double
        var appDays: Int
        var fetchesPerAppDay: Double
    }

    private static func ratio(_ a: Double, _ b: Double) -> Double? { b == 0 ? nil : a / b }

    private static func plans(_ tallies: [FetchPlanner: Tally]) -> [String: Plan] {
        var plans: [String: Plan] = [:]
        for (planner, tally) in tallies {
            plans[planner.rawValue] = Plan(
                scoredOpens: tally.opens, fresh: tally.fresh, share: tally.share,
                meanShare: tally.meanShare, fetches: tally.fetches, appDays: tally.appDays,
                fetchesPerAppDay: tally.fetchesPerAppDay)
        }
        return plans
    }
}
