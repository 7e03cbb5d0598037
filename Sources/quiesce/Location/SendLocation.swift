import ArgumentParser
import Foundation
import QuiesceClient
import QuiesceCore
import QuiesceSimulation
import QuiesceTerminal
import QuiesceWire

struct SendLocation: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "location",
        abstract: "Says where the device is, or walks along a GPX file.",
        discussion: """
            From then on nobody else is believed: the machine's own sources are off until \
            `send location auto` gives it back to them. Apps hear what they asked for, and suspended \
            ones are woken or launched as they would be outdoors (G1-G6).

            A GPX file is walked in the time that it says, faster with --speed; one without times is \
            walked at \(GPXTrack.pace) m/s. Ctrl-C stops where the walk is.

              quiesce send location 47.0502 8.3093 --accuracy 10
              quiesce send location --gpx walk.gpx --speed 60
              quiesce send location auto
            """)

    @OptionGroup var device: DeviceOptions
    @OptionGroup var output: JSONOption
    @Argument(
        parsing: .allUnrecognized,
        help: ArgumentHelp(
            "Latitude and longitude in degrees, north and east are positive; or auto.",
            valueName: "lat lon"))
    var place: [String] = []
    @Option(help: "Metres within which it is there.") var accuracy: Double?
    @Option(help: "Metres above the sea.") var altitude: Double?
    @Option(help: "Degrees clockwise from north, where the device points to.") var heading: Double?
    @Option(help: "Walks along this file.", completion: .file(extensions: ["gpx"]))
    var gpx: String?
    @Option(help: "So many times as fast as the file says.") var speed: Double = 1

    func validate() throws {
        if gpx != nil {
            guard place.isEmpty, altitude == nil, heading == nil else {
                throw ValidationError(
                    "a walk says itself where the device is: leave the place away")
            }
            guard speed.isFinite, speed > 0 else {
                throw ValidationError("--speed is a number above 0, such as 10")
            }
        } else {
            _ = try played()
        }
    }

    private func played() throws(ValidationError) -> PlayedLocation {
        guard !place.isEmpty else {
            throw ValidationError(
                "say where the device is, such as 47.05 8.3; or name a walk with --gpx; or say auto"
            )
        }
        var words = [PlayedLocation.word] + place
        for (word, value) in [
            ("accuracy", accuracy), ("altitude", altitude), ("heading", heading),
        ] {
            if let value { words += [word, "\(value)"] }
        }
        do throws(DeviceChange.Malformed) {
            return try PlayedLocation(words: words)
        } catch {
            throw ValidationError(error.description)
        }
    }

    func run() throws {
        let client = try device.client()
        guard let gpx else {
            return output.report(try client.call(.sendEvent(try played().words)))
        }
        try walk(along: Self.read(gpx), client)
    }

    private static func read(_ path: String) throws -> GPXTrack {
        let most = 64 << 20
        let bytes = try TextFile.read(path, atMost: most)
        guard bytes.count <= most else {
            throw Failure.refused("\(path) is larger than 64 MiB; cut the walk into parts")
        }
        do throws(GPXProblem) {
            return try GPXTrack(bytes, path: path)
        } catch {
            throw Failure.refused("\(error)")
        }
    }

    /// A place a second, as a receiver gives them, and more of the walk with each where it is
    /// walked faster.
    private func walk(along track: GPXTrack, _ client: ControlClient) throws {
        let began = ContinuousClock.now
        let walk = track.walk(speed: speed)
        let whole = walk.duration.inSeconds
        let isShown = isatty(STDERR_FILENO) == 1 && whole > 1
        var count = 0
        for place in walk.places {
            count += 1
            let seconds = place.time.inSeconds
            let wait = began + .seconds(seconds) - ContinuousClock.now
            if wait > .zero { Thread.sleep(forTimeInterval: wait / .seconds(1)) }
            let here = PlayedLocation.here(
                place.point.position, accuracy: accuracy ?? PlayedLocation.usualAccuracy,
                altitude: place.point.elevation, heading: nil)
            _ = try client.call(.sendEvent(here.words))
            if isShown {
                tell("\r\u{1b}[Kwalking: \(Int(seconds)) of \(Int(whole.rounded(.up))) s…")
            }
        }
        if isShown { tell("\r\u{1b}[K") }
        output.report("location: walked \(count == 1 ? "one place" : "\(count) places")")
    }
}
