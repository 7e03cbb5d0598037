import QuiesceCore
import TestSupport
import Testing

@testable import QuiesceSimulation

/// Notifications at places, in scenarios with faults: judged by `NotificationWatch`.
@Suite struct PlaceScenarioTests {
    static func random(_ seed: UInt64) -> Scenario {
        .random(seed: seed, events: 60, with: ["places"])
    }

    @Test(
        "Each comes as the device crosses its border, and at no other time, whatever happens",
        .behaviour("N1", "G4"))
    func seeds() {
        for seed in UInt64(1)...120 {
            let finding = Simulator.run(Self.random(seed)).finding
            #expect(finding == nil, "seed \(seed): \(finding?.description ?? "")")
        }
    }

    /// Changes what an app asks for at a place.
    private static func places(
        _ name: String, _ breaks: Invariant = .firesOnce,
        _ change: @escaping @Sendable (inout NotificationRegion) -> Void
    ) -> PlantedBug {
        .hears(name, breaks) {
            guard
                case .notification(.asked(let app, let launch, let request, .schedule(var new))) =
                    $0, var region = new.region
            else { return $0 }
            change(&region)
            new.region = region
            return .notification(.asked(app, launch, request: request, .schedule(new)))
        }
    }

    static let bugs: [PlantedBug] = [
        places("it comes as the device leaves, too") { $0.region.notifyOnExit = true },
        places("it doesn't come as the device enters") { $0.region.notifyOnEntry = false },
        places("it comes again") { $0.repeats = true },
        places("it comes too early") {
            guard case .circle(var circle) = $0.region.area else { return }
            circle.radius *= 3
            $0.region.area = .circle(circle)
        },
        .hears("it comes though it was cancelled", .firesOnce) {
            guard case .notification(.asked(let app, let launch, let request, .cancel)) = $0 else {
                return $0
            }
            return .notification(.asked(app, launch, request: request, .setBadge(0)))
        },
        .hears("it comes of an app that may not know where the device is", .firesOnce) {
            guard case .setPermission(let app, .location, .denied, let ticket) = $0 else {
                return $0
            }
            return .setPermission(app, .location, .authorized, ticket)
        },
        PlantedBug(
            name: "the source is off, so that none comes", breaks: .locationAsAsked,
            preparing: { $0.parts.location.misreads = { _ in nil } }),
    ]

    @Test("Random scenarios find each mistake, and few steps show it", arguments: bugs)
    func planted(bug: PlantedBug) throws {
        try bug.requireFew(steps: 12, in: 1...150) { PlaceStepKind.alone(seed: $0) }
    }
}
