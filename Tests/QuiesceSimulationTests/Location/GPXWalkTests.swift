import QuiesceVocabulary
import TestSupport
import Testing

@testable import QuiesceSimulation

@Suite(.behaviour("D1")) struct GPXWalkTests {
    /// A minute and a half to the north, at 10 m/s.
    private let track = GPXTrack(points: [
        .init(latitude: 47, longitude: 8, elevation: 400),
        .init(latitude: 47 + 900 / 111_195.1, longitude: 8, elevation: 490, time: .seconds(90)),
    ])

    @Test("It has a place each second, and its last point at the very end")
    func places() throws {
        let walk = track.walk(speed: 4)
        #expect(walk.duration == .milliseconds(22_500))
        let places = Array(walk.places)
        #expect(places.count == 24 && walk.count == 24)
        #expect(places[3].time == .seconds(3))
        #expect(abs(try #require(places[3].point.elevation) - 412) < 0.001)
        #expect(places[22].time == .seconds(22))
        #expect(places[23].time == walk.duration)
        #expect(places[23].point == track.points[1])
    }

    @Test("At even seconds its end is a place like the others, and is there once")
    func even() {
        let walk = track.walk()
        #expect(walk.count == 91)
        #expect(walk.places.map(\.time) == (0...90).map { .seconds($0) })
        let each = track.walk(each: .seconds(40))
        #expect(each.places.map(\.time) == [.zero, .seconds(40), .seconds(80), .seconds(90)])
    }

    @Test("A track of one point is a place")
    func point() {
        let walk = GPXTrack(points: [.init(latitude: 1, longitude: 2)]).walk(speed: 3)
        #expect(walk.places.map(\.time) == [.zero])
        #expect(walk.fastest == 0 && walk.problem == nil)
    }

    @Test("A walk that no device believes in says how fast it goes")
    func fast() throws {
        #expect(track.walk(speed: 59).problem == nil)
        let problem = try #require(track.walk(speed: 61).problem)
        #expect(problem.description.contains("610 m/s"), "\(problem)")
        #expect(problem.description.contains("600 m/s"), "\(problem)")
    }

    @Test("Centuries are walked without an overflow", arguments: [1e-9, 1, 1e9])
    func long(speed: Double) {
        let years = GPXTrack(points: [
            .init(latitude: 0, longitude: 0),
            .init(latitude: 1, longitude: 0, time: .seconds(99 * 366 * 86_400)),
        ])
        let walk = years.walk(speed: speed)
        #expect(walk.count > 1)
        #expect(walk[walk.count - 1].point == years.points[1])
        #expect(walk[1].time <= walk.duration)
    }
}
