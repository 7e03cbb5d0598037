import Foundation
import QuiesceCore
import QuiesceKit
import QuiesceSimulation

/// A walk that a GPX file describes: where somebody was, and when.
public typealias GPXTrack = QuiesceSimulation.GPXTrack

// Where the device is. An app that may know, see `allow`, is told as it would be outdoors.
extension VirtualDevice {
    /// The device is at that place from now on (G2). One within 0 m is taken to be within 5 m.
    ///
    /// - Throws: ``VirtualDeviceError``
    public func move(to place: CLLocation) async throws {
        guard let world else { throw VirtualDeviceError.noApp }
        let point = GPXTrack.Point(
            latitude: place.coordinate.latitude, longitude: place.coordinate.longitude,
            elevation: place.verticalAccuracy < 0 ? nil : place.altitude)
        try await settle()
        let accuracy = place.horizontalAccuracy
        world.move(
            to: point.position, accuracy: accuracy == 0 ? PlayedLocation.usualAccuracy : accuracy,
            altitude: point.elevation)
        try await advance(by: Self.moment)
    }

    /// The device goes along a track, and its time passes with it: a place each second, as a
    /// receiver gives them, with all that falls due meanwhile. It is at the track's end when this
    /// returns.
    ///
    /// - Parameters:
    ///   - track: made of a GPX file's bytes.
    ///   - speed: so many times as fast as the track says; above 0.
    ///   - pause: between one place and the next; above 0.
    /// - Throws: ``VirtualDeviceError``: `invalidWalk` for one that no device believes, as nothing
    ///   moves that fast.
    public func move(
        along track: GPXTrack, speed: Double = 1, each pause: Duration = .seconds(1)
    ) async throws {
        guard let world else { throw VirtualDeviceError.noApp }
        guard speed.isFinite, speed > 0, pause.nanoseconds > 0 else {
            throw VirtualDeviceError.invalidWalk("its speed and its pauses are above 0")
        }
        let walk = track.walk(speed: speed, each: Interval(nanoseconds: pause.nanoseconds))
        if let problem = walk.problem {
            throw VirtualDeviceError.invalidWalk(problem.description)
        }
        try await settle()
        let began = world.now.instant
        for place in walk.places {
            let wait = began + place.time - world.now.instant
            try await advance(by: .nanoseconds(wait.nanoseconds))
            world.move(
                to: place.point.position, accuracy: PlayedLocation.usualAccuracy,
                altitude: place.point.elevation)
            try await advance(by: .zero)
        }
        try await advance(by: Self.moment)
    }
}
