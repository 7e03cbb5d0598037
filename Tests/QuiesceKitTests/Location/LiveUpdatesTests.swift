import QuiesceWire
import TestSupport
import Testing

@testable import QuiesceKit

@Suite("A loop over live updates", .behaviour("G2"), .timeLimit(.minutes(10))) @MainActor
struct LiveUpdatesTests {
    private let bench = LocationBench()

    private var updates: CLLocationUpdate.Updates {
        CLLocationUpdate.Updates(.fitness) { [services = bench.services] in services }
    }

    /// - Returns: the loop's manager, once it has asked.
    private func started() async throws -> UInt64 {
        let request = await bench.next()
        guard case .start(let manager, let wish, _) = request else { throw Unexpected(request) }
        #expect(wish == LocationWish(accuracy: 0, distance: 0))
        return manager
    }

    private struct Unexpected: Error {
        let request: LocationRequest?
        init(_ request: LocationRequest?) { self.request = request }
    }

    @Test("It hears of each place, and its updates end when its task is cancelled")
    func cancelled() async throws {
        let (places, place) = AsyncStream.makeStream(of: CLLocationUpdate.self)
        let task = Task { [updates] in
            for try await update in updates { place.yield(update) }
            return Task.isCancelled
        }
        let manager = try await started()
        var heard = places.makeAsyncIterator()
        bench.services.take(.fix(try LocationBench.fix(48, speed: 0), managers: [manager]))
        let first = await heard.next(isolation: #isolation)
        #expect(first?.location?.coordinate.latitude == 48 && first?.stationary == true)
        bench.services.take(.fix(try LocationBench.fix(49, speed: 2), managers: [manager]))
        let second = await heard.next(isolation: #isolation)
        #expect(second?.location?.coordinate.latitude == 49 && second?.stationary == false)
        task.cancel()
        #expect(try await task.value, "the loop has ended")
        #expect(await bench.next() == .stop(manager: manager))
    }

    @Test("Its updates end when the loop is left")
    func left() async throws {
        let task = Task { [updates] in
            for try await update in updates where update.location != nil { return }
        }
        let manager = try await started()
        try bench.fix(48, for: manager)
        try await task.value
        #expect(await bench.next() == .stop(manager: manager))
    }

    @Test("It hears that it may not know, and that nobody knows", .behaviour("G5"))
    func denied() async throws {
        bench.permit("denied")
        var iterator = updates.makeAsyncIterator()
        let denied = try await iterator.next(isolation: #isolation)
        #expect(denied?.authorizationDenied == true && denied?.location == nil)
        _ = try await started()
        bench.services.take(.failed(.unknown, region: nil))
        let unknown = try await iterator.next(isolation: #isolation)
        #expect(unknown?.locationUnavailable == true && unknown?.authorizationDenied == false)
    }
}
