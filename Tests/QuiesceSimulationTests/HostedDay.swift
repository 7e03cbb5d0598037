import QuiesceCore

@testable import QuiesceSimulation

/// Two apps, of which some are programs that know nothing of the system, and forty random steps.
enum HostedDay {
    /// - Parameters:
    ///   - begin: what is there before the first step.
    ///   - prepare: says what the apps are; else nothing is special about them.
    ///   - action: one of the steps, for one of the apps.
    static func random(
        _ seed: UInt64, begin: [Step] = [], pauses: [Int64],
        _ prepare: (inout [AppManifest]) -> Void,
        _ action: (_ app: Int, inout QuiesceSimulation.SeededGenerator) -> Step.Action
    ) -> Scenario {
        var random = QuiesceSimulation.SeededGenerator(seed: seed)
        var apps = ["org.example.a", "org.example.b"].compactMap { AppID($0) }.map {
            AppManifest(id: $0, name: $0.name, version: "1", executable: "a")
        }
        prepare(&apps)
        let steps = (0..<40).map { _ -> Step in
            let app = random.below(2)
            let action = action(app, &random)
            return Step(after: random.pick(pauses), action)
        }
        return Scenario(
            header: .init(note: "seed \(seed)", profile: "ios8", apps: apps), steps: begin + steps)
    }
}
