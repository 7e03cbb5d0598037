import ArgumentParser
import QuiesceClient
import QuiesceCore
import QuiesceTerminal
import QuiesceWire

struct SendMotion: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "motion",
        abstract: "Plays a sample of the device's sensors of motion to the apps that listen.",
        discussion: """
            The accelerometer is in G, of 9.81 m/s²; at rest and face up it reads 0,0,-1. The gyroscope \
            is in radians a second, the magnetometer in µT. The axes are the screen's: x to the right, \
            y up, z out of it (H2).

            Apps that have asked for a sensor get the sample while they execute, also inactive (S13), \
            and no more often than they asked. It says who got it, and who didn't and why. A sensor \
            that is played is there from then on, for apps as for `isAccelerometerAvailable`. With \
            --json, one array of objects: app, sensor, interval in milliseconds, heard, reason, detail.

              quiesce send motion --accelerometer 0,0,-1
              quiesce send motion --accelerometer 0.5,0,-0.86 --gyroscope 0,1.5,0
            """)

    @OptionGroup var device: DeviceOptions
    @OptionGroup var output: JSONOption
    @Option(help: "x,y,z in G.", transform: { try Axes($0, .accelerometer) })
    var accelerometer: Axes?
    @Option(help: "x,y,z in radians a second.", transform: { try Axes($0, .gyroscope) })
    var gyroscope: Axes?
    @Option(help: "x,y,z in µT.", transform: { try Axes($0, .magnetometer) })
    var magnetometer: Axes?

    private var readings: [MotionReading] {
        [accelerometer, gyroscope, magnetometer].compactMap { $0?.reading }
    }

    func validate() throws {
        if readings.isEmpty {
            throw ValidationError(
                "nothing to play; name a sensor, such as --accelerometer 0,0,-1")
        }
    }

    func run() throws {
        let client = try device.client()
        var rows: [String] = []
        for reading in readings {
            try client.call(.sendEvent(reading.words)) { rows.append($0) }
        }
        if output.json { return say(JSONOutput.array(rows)) }
        for line in try MotionText.lines(rows.map { try decodeRow($0) }, of: readings) { say(line) }
    }

    /// `x,y,z`
    struct Axes {
        let reading: MotionReading

        init(_ text: String, _ sensor: MotionSensor) throws(ValidationError) {
            let numbers = text.split(separator: ",", omittingEmptySubsequences: false)
                .map(String.init)
            guard
                let read = try? MotionReading(
                    words: [MotionReading.word, sensor.rawValue] + numbers)
            else {
                throw ValidationError(
                    "\"\(text)\" is not three numbers with commas between, such as 0,0,-1")
            }
            reading = read
        }
    }
}
