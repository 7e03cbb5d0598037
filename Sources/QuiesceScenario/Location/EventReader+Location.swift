import Foundation
import Glibc
import QuiesceCore
import QuiesceLinux
import QuiesceSimulation

// Where the device is, and who wants to know.
extension EventRoom {
    static let location = EventRoom(actions: ["location", "move", "beacon"]) {
        reader, field, apps in
        switch field.key {
        case "move": reader.move(field)
        case "beacon": reader.beacon(field)
        case _: reader.location(field, apps)
        }
    }
}

extension Reader {
    /// `location: {at: 47.05 8.3, accuracy: 10}`, `location: {source: false}`, or what an app asks:
    /// `location: {app: Runner, start: 10, distance: 50}`, `{app: Runner, significant: true}`,
    /// `{app: Runner, region: home, at: 47.05 8.3, radius: 100}`, `{app: Runner, forget: home}`,
    /// `{app: Runner, stop: true}`.
    fileprivate func location(_ field: Fields.Entry, _ apps: [DeclaredApp]) -> DeclaredEvent.What? {
        let keys = [
            "app", "at", "accuracy", "source", "start", "distance", "stop", "significant", "region",
            "radius", "forget", "beacons", "uuid", "major", "minor",
        ]
        guard let fields = map(field.value, of: "location", keys: keys) else { return nil }
        guard let app = fields["app"] else { return place(fields) }
        guard let app = self.app(app, apps), let request = request(fields) else { return nil }
        return .step(.location(.ask(app: app, request)))
    }

    private func place(_ fields: Fields) -> DeclaredEvent.What? {
        if let source = fields["source"] {
            return flag(source).map { .step(.location(.source(isThere: $0))) }
        }
        guard let at = fields["at"] else {
            report(
                fields.mark,
                "location needs \"at\" with a latitude and a longitude, \"source\", or \"app\" with what it asks"
            )
            return nil
        }
        let accuracy = fields["accuracy"].map { number($0, in: 0...100_000) } ?? 5
        guard let position = position(at), let accuracy else { return nil }
        return .step(.location(.move(position, accuracy: Double(accuracy))))
    }

    /// `move: {gpx: walk.gpx, speed: 10}`: the device goes along a track, from then on.
    fileprivate func move(_ field: Fields.Entry) -> DeclaredEvent.What? {
        let keys = ["gpx", "speed", "each", "accuracy"]
        guard let fields = map(field.value, of: "move", keys: keys) else { return nil }
        guard let file = fields["gpx"] else {
            report(fields.mark, "move needs \"gpx\", a file with a track")
            return nil
        }
        let speed = fields["speed"].map(times) ?? 1
        let pause = fields["each"].map(pause) ?? 1_000
        let accuracy = fields["accuracy"].map { number($0, in: 0...100_000) } ?? 5
        guard let track = track(file), let speed, let pause, let accuracy else { return nil }
        let walk = track.walk(speed: speed, each: .milliseconds(pause))
        guard walk.count <= Limits.scenarioEvents else {
            report(
                field.value.mark,
                "the walk has over \(Limits.scenarioEvents) places, which is the limit; let \"each\" or \"speed\" be larger"
            )
            return nil
        }
        if let problem = walk.problem {
            report(field.value.mark, problem.description)
            return nil
        }
        return .walk(walk, accuracy: Double(accuracy))
    }

    /// `beacon: {uuid: E2C56DB5-…, major: 7, minor: 1}`, with `gone: true`: it isn't heard any
    /// more.
    fileprivate func beacon(_ field: Fields.Entry) -> DeclaredEvent.What? {
        let keys = ["uuid", "major", "minor", "gone"]
        guard let fields = map(field.value, of: "beacon", keys: keys) else { return nil }
        let isGone = fields["gone"].map(flag) ?? false
        guard let uuid = uuid(fields), let (major, minor) = parts(fields), let isGone,
            let beacon = Beacon(uuid: uuid, major: major ?? 0, minor: minor ?? 0)
        else { return nil }
        return .step(.location(isGone ? .silence(beacon) : .hear(beacon)))
    }

    private func beacons(_ fields: Fields) -> LocationRequest? {
        guard let name = fields["beacons"].flatMap(text), let uuid = uuid(fields),
            let (major, minor) = parts(fields)
        else { return nil }
        return .monitor(
            region: WatchedRegion(
                .beacons(BeaconRegion(identifier: name, uuid: uuid, major: major, minor: minor))))
    }

    private func uuid(_ fields: Fields) -> String? {
        guard let field = fields["uuid"] else {
            report(fields.mark, "beacons have a \"uuid\"")
            return nil
        }
        guard let text = text(field) else { return nil }
        if let beacon = Beacon(uuid: text) { return beacon.uuid }
        report(
            field.value.mark,
            "\"\(text.prefix(60))\" is no UUID, such as E2C56DB5-DFFB-48D2-B060-D0F5A71096E0")
        return nil
    }

    /// The two parts of a beacon's number; nil: a mistake was reported.
    private func parts(_ fields: Fields) -> (major: UInt16?, minor: UInt16?)? {
        var parts: [UInt16?] = []
        for key in ["major", "minor"] {
            guard let field = fields[key] else {
                parts.append(nil)
                continue
            }
            guard let part = number(field, in: 0...65_535) else { return nil }
            parts.append(UInt16(part))
        }
        return (parts[0], parts[1])
    }

    private func track(_ field: Fields.Entry) -> GPXTrack? {
        guard let name = text(field) else { return nil }
        let path = resolve(name, in: folder)
        let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard file >= 0 else {
            report(field.value.mark, "can't read \(path): \(String(cString: strerror(errno)))")
            return nil
        }
        defer { close(file) }
        do {
            let bytes = try Files.read(file, limit: GPXTrack.mostBytes + 1)
            return try GPXTrack(Array(bytes), path: path)
        } catch let problem as GPXProblem {
            report(field.value.mark, problem.description)
        } catch {
            report(field.value.mark, "can't read \(path): \(error)")
        }
        return nil
    }

    private func times(_ field: Fields.Entry) -> Double? {
        if let text = text(field) {
            if let times = Double(text), (0.001...1e6).contains(times) { return times }
            report(
                field.value.mark,
                "\"\(text.prefix(60))\" is not a speed: so many times the track's, 0.001 to 1000000"
            )
        }
        return nil
    }

    /// Milliseconds.
    private func pause(_ field: Fields.Entry) -> Int64? {
        guard let pause = duration(field) else { return nil }
        if pause > 0 { return pause }
        report(field.value.mark, "a place follows the one before by some time, such as 1s")
        return nil
    }

    private func request(_ fields: Fields) -> LocationRequest? {
        if let start = fields["start"] {
            let distance = fields["distance"].map { number($0, in: 0...1_000_000) } ?? 0
            guard let accuracy = number(start, in: 0...1_000_000), let distance else { return nil }
            return .start(
                manager: 1,
                wish: LocationWish(accuracy: Double(accuracy), distance: Double(distance)))
        }
        if fields["stop"] != nil { return .stop(manager: 1) }
        if let significant = fields["significant"] {
            return flag(significant).map { $0 ? .startSignificant : .stopSignificant }
        }
        if let forget = fields["forget"] { return text(forget).map { .stopMonitoring(region: $0) } }
        if fields["beacons"] != nil { return beacons(fields) }
        guard let region = fields["region"], let at = fields["at"] else {
            report(
                fields.mark,
                "an app asks for \"start\", \"stop\", \"significant\", \"region\" with \"at\", or \"forget\""
            )
            return nil
        }
        let radius = fields["radius"].map { number($0, in: 1...1_000_000) } ?? 100
        guard let name = text(region), let center = position(at), let radius else { return nil }
        return .monitor(
            region: WatchedRegion(
                .circle(CircularRegion(identifier: name, center: center, radius: Double(radius)))))
    }

    /// `47.05 8.3`
    private func position(_ field: Fields.Entry) -> Position? {
        guard let text = text(field) else { return nil }
        let numbers = text.split(separator: " ").map { Double($0) }
        if numbers.count == 2, let latitude = numbers[0], let longitude = numbers[1],
            let position = Position(latitude: latitude, longitude: longitude)
        {
            return position
        }
        report(
            field.value.mark,
            "\"\(text)\" is no place: a latitude and a longitude in degrees, such as 47.05 8.3")
        return nil
    }
}
