import QuiesceCore
import TestSupport
import Testing

@testable import QuiesceSimulation

/// Users and apps open apps with URLs, pages, quick actions and activities, in scenarios with
/// faults: judged by `LinkWatch`.
@Suite struct LinkScenarioTests {
    static func random(_ seed: UInt64) -> Scenario {
        .random(seed: seed, events: 60, with: ["links"])
    }

    @Test(
        "Each app is handed what it is opened with, once, and no other is, whatever happens",
        .behaviour("S3", "S6", "S7", "O4"))
    func seeds() {
        for seed in UInt64(1)...120 {
            let finding = Simulator.run(Self.random(seed)).finding
            #expect(finding == nil, "seed \(seed): \(finding?.description ?? "")")
        }
    }

    @Test("Seeds come to each kind of link, and to each refusal of one")
    func reached() {
        let all: Set<Reason> = [
            .openedByURL, .openedByShortcut, .openedByActivity, .noAppForScheme, .schemeNotDeclared,
            .noURL, .noShortcut, .linkNotInFront, .noAppForDomain, .domainNotDeclared,
            .activityNotDeclared, .linkTooLong,
        ]
        var reasons: Set<Reason> = []
        for seed in UInt64(1)...200 where !reasons.isSuperset(of: all) {
            _ = Simulator.run(
                Self.random(seed),
                observing: { _, _, reaction in
                    for decision in reaction.decisions { reasons.insert(decision.reason) }
                })
        }
        #expect(all.subtracting(reasons).isEmpty)
    }

    /// Changes what goes out as a link.
    private static func links(
        _ name: String,
        _ change: @escaping @Sendable (AppID, Launch, Delivery) -> [Effect]
    ) -> PlantedBug {
        .effects(name, .linksArrive) {
            guard case .send(let app, let launch, let delivery, false) = $0,
                case .link(.opened) = delivery.call
            else { return [$0] }
            return change(app, launch, delivery)
        }
    }

    private static func answers(
        _ name: String, _ change: @escaping @Sendable (UInt64, Bool) -> [LinkCall]
    ) -> PlantedBug {
        .effects(name, .linksAreAnswered) {
            guard case .send(let app, let launch, var delivery, let isAgain) = $0,
                case .link(.answered(let request, let opened)) = delivery.call
            else { return [$0] }
            let seq = delivery.seq
            return change(request, opened).enumerated().map { place, call in
                delivery.call = .link(call)
                delivery.seq = seq + UInt64(place)
                return .send(app, launch, delivery, redelivered: isAgain)
            }
        }
    }

    static let bugs: [PlantedBug] = [
        links("an app isn't handed its link") { _, _, _ in [] },
        links("an app is handed its link twice") { app, launch, delivery in
            var again = delivery
            again.seq += 1
            return [
                .send(app, launch, delivery, redelivered: false),
                .send(app, launch, again, redelivered: false),
            ]
        },
        links("an app is handed another link") { app, launch, delivery in
            var other = delivery
            other.call = .link(.opened(.shortcut("other")))
            return [.send(app, launch, other, redelivered: false)]
        },
        .effects("an app is launched without its link", .linksArrive) {
            guard case .send(let app, let launch, var delivery, let isAgain) = $0,
                case .finishLaunching(let toForeground, .link, let exit) = delivery.call
            else { return [$0] }
            delivery.call = .finishLaunching(
                toForeground: toForeground, cause: .user, previousExit: exit)
            return [.send(app, launch, delivery, redelivered: isAgain)]
        },
        PlantedBug(name: "an app becomes active before it is handed its link", breaks: .linksArrive)
        { reaction in
            var (reaction, held) = (reaction, [Effect]())
            reaction.effects.removeAll {
                guard case .send(_, _, let delivery, _) = $0, case .link(.opened) = delivery.call
                else { return false }
                held.append($0)
                return true
            }
            reaction.effects += held
            return reaction
        },
        .hears("a link opens the app that was installed last", .linksArrive) {
            guard case .link(.open(.url(let url, let source), nil, let ticket)) = $0,
                url.hasPrefix("notes:")
            else { return $0 }
            return .link(.open(.url(url, source: source), app: AppID("app.b"), ticket))
        },
        .hears("an activity opens an app as a quick action", .linksArrive) {
            guard case .link(.open(.activity(_), let app, let ticket)) = $0 else { return $0 }
            return .link(.open(.shortcut("new"), app: app, ticket))
        },
        answers("an app hears twice that it opened another") {
            [.answered(request: $0, opened: $1), .answered(request: $0, opened: $1)]
        },
        answers("an app hears that it opened another, and didn't") { request, _ in
            [.answered(request: request, opened: true)]
        },
        answers("an app never hears whether it opened another") { _, _ in [] },
    ]

    @Test("Random scenarios find each mistake, and few steps show it", arguments: bugs)
    func planted(bug: PlantedBug) throws {
        try bug.requireFew(steps: 8, in: 1...150) { LinkStepKind.alone(seed: $0) }
    }
}
