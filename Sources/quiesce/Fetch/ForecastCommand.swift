import ArgumentParser
import QuiesceClient
import QuiesceTerminal
import QuiesceWire

struct ShowForecast: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "forecast",
        abstract: "Says when the device is going to wake up, for which apps, and why.",
        discussion: """
            As it looks now: what is planned moves with what happens. Each line is a moment, with all \
            that is done then; the last says how many wake-ups it spares that they share moments. \
            Who keeps location on may be woken by each move besides, and comes last. Times are local \
            ones. With --json, one object: from, to, unmerged, saved, wakeUps, each with time and work \
            (app, kind, reason, earliest, latest), location, each with app, onFor (seconds) and detail.

              quiesce forecast
              quiesce forecast --hours 1 --json
            """)

    @OptionGroup var device: DeviceOptions
    @OptionGroup var output: JSONOption
    @Option(help: "How far ahead, 1 to 168.") var hours = 24

    func validate() throws {
        guard (1...168).contains(hours) else {
            throw ValidationError("--hours takes a number from 1 to 168.")
        }
    }

    func run() throws {
        var texts: [String] = []
        try device.client().call(.fetch(.forecast(hours: hours))) { texts.append($0) }
        guard let first = texts.first else {
            throw Failure.refused(
                "the daemon sent an empty answer; are its version and this tool's the same?")
        }
        let forecast = try ForecastText(
            summary: decodeRow(first),
            rows: texts.dropFirst().map { try decodeRow($0) })
        if output.json { return say(forecast.object.jsonText) }
        forecast.lines().forEach(say)
    }
}
