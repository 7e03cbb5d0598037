import ArgumentParser
import QuiesceAnswers
import QuiesceClient
import QuiesceTerminal
import QuiesceWire

struct ShowLocation: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "location",
        abstract: "Shows where the device is, which apps want to know, and what that costs.",
        discussion: """
            Apps with what they want and for how long they have kept the source on, the regions that \
            they monitor, and the place where the device was last. With --json, one array of \
            objects: kind (app, region or place) and what is known of it. --svg draws the regions \
            and where the device was lately.

              quiesce location
              quiesce location --svg map.svg
            """)

    @OptionGroup var device: DeviceOptions
    @OptionGroup var output: JSONOption
    @Option(help: "Draws a map into this file; - for standard output.", completion: .file())
    var svg: String?

    func validate() throws {
        if svg != nil, output.json { throw ValidationError("choose --svg or --json") }
    }

    func run() throws {
        let client = try device.client()
        var texts: [String] = []
        try client.call(.location(.location(track: svg != nil))) { texts.append($0) }
        if output.json { return say(JSONOutput.array(texts)) }
        let rows: [LocationRow] = try texts.map { try decodeRow($0) }
        if let svg {
            return try ScreenPicture.write(LocationMap(rows).svg, to: svg)
        }
        if rows.isEmpty {
            return say("no app wants to know where the device is, and no place is known")
        }
        for row in rows { say(Self.line(row)) }
    }

    private static func line(_ row: LocationRow) -> String {
        switch row.kind {
        case .app, .region: return "\(row.app ?? "an app"): \(row.detail)"
        case .place:
            let place = "\(row.latitude ?? 0) \(row.longitude ?? 0)"
            return "\(place): \(row.detail), at \(row.time ?? "an unknown time")"
        }
    }
}
