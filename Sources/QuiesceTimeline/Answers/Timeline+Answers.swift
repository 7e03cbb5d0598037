import QuiesceAnswers
import QuiesceCore
import QuiesceWire

// The answers of the `why` family, and the forecast, of the recorded state at the end.
extension Timeline {
    /// The causes that `quiesce why --not` takes.
    package static let causes = WakeKind.names + [WakeKind.notificationName]

    /// - Parameters:
    ///   - now: the moment for which the questions are asked.
    ///   - earlier: the decisions by which launches ended.
    package mutating func answer(
        _ machine: SystemMachine, at now: Moment, earlier: [Decision] = []
    ) {
        let answers = Answers(machine, at: now, earlier: earlier)
        var answered = 0
        for index in apps.indices {
            guard let id = AppID(apps[index].id), machine.view(id) != nil else { continue }
            apps[index].why = try? answers.why(apps[index].id)
            guard answered < Limits.timelineAnsweredApps else { continue }
            answered += 1
            for cause in Self.causes {
                apps[index].whyNot[cause] = try? answers.why(apps[index].id, not: cause)
            }
        }
        if machine.views.count > answered {
            notes.append(
                "Why an app is not woken is answered for \(answered) of \(machine.views.count) apps."
            )
        }
        device = [answers.whyDevice().sentence, answers.whyAwake().sentence]
        foresee(machine.forecast(hours: Limits.timelineForecastHours, at: now), at: now)
    }

    private mutating func foresee(_ forecast: Forecast, at moment: Moment) {
        func time(of wall: WallTime) -> Int64 {
            now + (wall - moment.wall).nanoseconds / 1_000
        }
        for wakeUp in forecast.wakeUps {
            let rows = ForecastRow.rows(wakeUp).flatMap(\.work)
            for (work, row) in zip(wakeUp.work, rows) {
                plans.append(
                    Plan(
                        time: time(of: wakeUp.at), earliest: time(of: work.earliest), app: row.app,
                        kind: row.kind, reason: row.reason))
            }
        }
        let more = plans.count - Limits.timelinePlans
        guard more > 0 else { return }
        plans.removeLast(more)
        notes.append("The last \(more) planned wake-ups are left out.")
    }
}
