import Synchronization
import Testing

@testable import FetchEvaluation

@Suite struct EvaluationTests {
    private let settings = [(1, 15), (4, 60)].map {
        FetchSetting(budget: $0, windowMinutes: $1, lead: 60)
    }

    @Test("What all owners come to is the sum of each, whoever is done first")
    func sums() {
        let trace = Habits.trace(seed: 5, owners: 5)
        let evaluation = Evaluation(trace, settings)
        #expect(evaluation.outcomes.map(\.setting) == settings)
        for outcome in evaluation.outcomes {
            #expect(outcome.owners.count == 5)
            for planner in FetchPlanner.allCases {
                var sum = Tally()
                for (place, owner) in trace.owners.enumerated() {
                    let alone = Evaluation(Trace(owners: [owner]), [outcome.setting]).outcomes[0]
                    #expect(outcome.owners[place][planner] == alone.tally(planner))
                    sum += alone.tally(planner)
                }
                #expect(outcome.tally(planner) == sum)
            }
        }
        #expect(Evaluation(trace, settings) == evaluation)
    }

    @Test("The best baseline is the one with the highest share")
    func best() {
        let evaluation = Evaluation(Habits.trace(seed: 8), settings)
        for outcome in evaluation.outcomes {
            #expect(FetchPlanner.baselines.contains(outcome.best))
            for baseline in FetchPlanner.baselines {
                #expect(outcome.tally(baseline).share <= outcome.tally(outcome.best).share)
            }
        }
    }

    @Test("Progress is told for each part, and ends with all of them")
    func progress() {
        let told = Mutex<[Int]>([])
        _ = Evaluation(Habits.trace(seed: 2, owners: 3), settings) { done, all in
            #expect(all == 6)
            told.withLock { $0.append(done) }
        }
        #expect(told.withLock { $0.sorted() } == Array(1...6))
    }
}
