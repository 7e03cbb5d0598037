import QuiesceWire
import TestSupport
import Testing

@testable import QuiesceCore
@testable import QuiesceShell

@Suite("A place and a heading that a tool plays", .behaviour("G2")) struct LocationProxyTests {
    private static let now = WallTime(nanoseconds: 1_800_000_000_000_000_000)
    private static let fix = LocationFix(
        position: .origin, accuracy: 10, time: WallTime(nanoseconds: 1))

    private static func demand(place: Bool, heading: Bool) -> LocationDemand? {
        LocationDemand(
            wish: place ? LocationWish(accuracy: 10, distance: 0) : nil, heading: heading)
    }

    @Test("Whoever begins to hear is told both, the place first, and once")
    func toldToWhoBegins() {
        var proxy = LocationProxy()
        _ = proxy.play(true)
        proxy.play(Self.fix, heading: 90)
        var fix = Self.fix
        fix.time = Self.now
        let heading = LocationEvent.turned(.played(90, at: Self.now))
        let both = Self.demand(place: true, heading: true)
        #expect(proxy.follow(both, at: Self.now) == [.located(fix), heading])
        #expect(proxy.follow(both, at: Self.now) == [])
        #expect(proxy.follow(Self.demand(place: true, heading: false), at: Self.now) == [])
        #expect(proxy.follow(both, at: Self.now) == [heading])
    }

    @Test("A place that says nothing of a heading leaves it; the machine's own sources are asked")
    func kept() {
        var proxy = LocationProxy()
        var asked: [LocationDemand?] = []
        proxy.port = LocationPort { asked.append($0) }
        let both = Self.demand(place: true, heading: true)
        #expect(proxy.follow(both, at: Self.now) == [])
        #expect(asked == [both])
        _ = proxy.play(true)
        proxy.play(Self.fix, heading: 90)
        proxy.play(Self.fix, heading: nil)
        _ = proxy.follow(nil, at: Self.now)
        #expect(proxy.follow(both, at: Self.now).count == 2)
        #expect(asked == [both, nil], "they are off while a tool speaks")
    }
}
