import QuiesceWire
import TestSupport
import Testing

/// The location requests of an app's managers, which the app repeats on each new connection.
@Suite("Requests of location over connections", .behaviour("G2", "reliability P8"))
struct AppSessionLocationTests {
    private var session = AppSession()
    private var requests = LocationRequests()

    init() { connect(lastRequest: 0) }

    private mutating func ask(_ request: LocationRequest) {
        requests.note(request)
        session.ask(request)
    }

    private mutating func connect(lastRequest: UInt64) {
        session.disconnected()
        session.connected()
        session.welcomed(
            .init(
                launch: 1, lastRequest: lastRequest, multitaskingSupported: true,
                openTasksLimit: 10))
        session.askAgain(requests)
    }

    private mutating func sent() -> [MessageFromApp] {
        var sent: [MessageFromApp] = []
        while let next = session.takeNextToSend() { sent.append(next) }
        return sent.filter { if case .location = $0 { true } else { false } }
    }

    private static func start(
        _ manager: UInt64, accuracy: Double = 10, again: Bool = false
    ) -> LocationRequest {
        .start(
            manager: manager, wish: LocationWish(accuracy: accuracy, distance: 0), again: again)
    }

    @Test("Each is asked for again as it was asked for last, and one that isn't wanted isn't")
    mutating func again() {
        ask(Self.start(2))
        ask(Self.start(1))
        ask(Self.start(1, accuracy: 100))
        ask(.startHeading(manager: 2, filter: 5))
        ask(.startHeading(manager: 1, filter: 5))
        ask(.stopHeading(manager: 1))
        ask(Self.start(3))
        ask(.stop(manager: 3))
        connect(lastRequest: 8)
        #expect(
            sent() == [
                .location(request: 9, Self.start(1, accuracy: 100, again: true)),
                .location(request: 10, Self.start(2, again: true)),
                .location(request: 11, .startHeading(manager: 2, filter: 5)),
            ])
    }

    @Test("A request that nobody has acknowledged is made once, however often the connection is")
    mutating func unacknowledged() {
        ask(Self.start(1))
        ask(.startHeading(manager: 1, filter: 1))
        for _ in 1...3 {
            connect(lastRequest: 1)
            let sent = sent()
            #expect(
                sent.prefix(1) == [.location(request: 2, .startHeading(manager: 1, filter: 1))])
            #expect(sent.dropFirst() == [.location(request: 3, Self.start(1, again: true))])
        }
    }

    @Test(
        "What outlasts the launch is said until it is acknowledged, and not after that",
        .behaviour("G1", "G4"))
    mutating func lasting() throws {
        let home = try #require(Position(latitude: 48.2, longitude: 16.4))
        let region = WatchedRegion(
            .circle(CircularRegion(identifier: "home", center: home, radius: 100)))
        ask(.startSignificant)
        ask(.monitor(region: region))
        connect(lastRequest: 1)
        #expect(sent() == [.location(request: 2, .monitor(region: region))])
        #expect(session.unacknowledgedLocation == [.monitor(region: region)])
        session.acknowledged(2)
        connect(lastRequest: 2)
        #expect(sent().isEmpty && session.unacknowledgedLocation.isEmpty)
    }
}
