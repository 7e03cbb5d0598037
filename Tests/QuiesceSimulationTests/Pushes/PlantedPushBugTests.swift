import QuiesceCore
import TestSupport
import Testing

@testable import QuiesceSimulation

/// Bugs in pushes, put between the core and the world: seeds find each, and what is left of the
/// scenario is short.
@Suite struct PlantedPushBugTests {
    static let bugs: [PlantedBug] = [
        .changes("a push that waits isn't written down", .pushesArriveOnce) {
            if case .record(.put(.push)) = $0 { [] } else { [$0] }
        },
        PlantedBug(name: "a push is never acknowledged", breaks: .pushesArriveOnce) {
            var reaction = $0
            reaction.promises.removeAll { if case .push(.acknowledge) = $0 { true } else { false } }
            return reaction
        },
        .hears("as a line ends, what came over it is forgotten", .pushesArriveOnce) {
            if case .pushService(.disconnected) = $0 { .pushService(.account(nil)) } else { $0 }
        },
        .hears("apps are woken whose bundles don't allow it", .pushesAsAllowed) {
            guard case .install(var manifest, let bundle, let ticket) = $0 else { return $0 }
            manifest.backgroundModes = [.fetch, .remoteNotification]
            return .install(manifest, bundle, ticket)
        },
        PlantedBug(
            name: "a gateway that lost its end isn't told what the device has",
            breaks: .pushesArriveOnce, preparing: { $0.pushes.says = { _ in 0 } }),
        .effects("what a push shows is never seen", .firesOnce) {
            if case .notification(.show) = $0 { [] } else { [$0] }
        },
    ]

    @Test(
        "Random scenarios find it, and it takes few steps to show", .behaviour("R1"),
        .behaviour("R3"),
        arguments: bugs)
    func found(bug: PlantedBug) throws {
        try bug.requireFew(steps: 10, in: 1...150) {
            .random(seed: $0, events: 60, with: ["pushes"])
        }
    }

    static let callBugs: [PlantedBug] = [
        .hears("voip pushes are taken for silent ones", .callsComeAtOnce) {
            guard case .push(var push, let ticket) = $0, push.type == .voip else { return $0 }
            push.type = .remote
            push.contentAvailable = true
            return .push(push, ticket)
        },
        .hears("who asks for remote notifications gets calls", .pushesAsAllowed) {
            guard case .pushService(.asked(let app, let launch, let request, .register)) = $0
            else { return $0 }
            return .pushService(.asked(app, launch, request: request, .registerVoIP))
        },
    ]

    @Test(
        "Random scenarios find what is wrong with voip pushes", .behaviour("V1"),
        arguments: callBugs)
    func calls(bug: PlantedBug) throws {
        try bug.requireFew(steps: 10, in: 1...150) {
            .random(seed: $0, events: 60, with: ["voipPushes"])
        }
    }

    @Test("Voip pushes amid faults of every kind", .behaviour("V1", "R1"))
    func callSeeds() {
        for seed: UInt64 in 1...60 {
            let outcome = Simulator.run(.random(seed: seed, events: 60, with: ["voipPushes"]))
            #expect(outcome.finding == nil, "seed \(seed)")
        }
    }

    @Test(
        "Random scenarios find an alert that leaves the app in front active",
        .behaviour("S7", "S12"))
    func alert() throws {
        let bug = PlantedBug.hears("alerts are taken for banners", .interruptionsEnd) {
            if case .notification(.setStyle(let app, .alert, let ticket)) = $0 {
                .notification(.setStyle(app, .banner, ticket))
            } else {
                $0
            }
        }
        try bug.requireFew(steps: 10, in: 1...150) {
            .random(seed: $0, events: 60, with: ["pushes"])
        }
    }
}
