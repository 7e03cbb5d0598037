import ArgumentParser
import QuiesceCore
import QuiesceTerminal
import QuiesceWire

struct SendBeacon: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "beacon",
        abstract: "Says that a beacon is near, or no more.",
        discussion: """
            Apps that monitor a region of it are told that they have entered it; suspended ones are woken \
            and ended ones launched (G4). They leave it with --gone, or once none of its beacons was heard \
            for \(Int(Limits.beaconSilence.inSeconds)) s.

              quiesce send beacon E2C56DB5-DFFB-48D2-B060-D0F5A71096E0 --major 7 --minor 1
              quiesce send beacon E2C56DB5-DFFB-48D2-B060-D0F5A71096E0 --major 7 --minor 1 --gone
            """)

    @OptionGroup var device: DeviceOptions
    @OptionGroup var output: JSONOption
    @Argument(help: "Its proximity UUID.") var uuid: String
    @Option(help: "The greater part of its number.") var major: UInt16 = 0
    @Option(help: "The lesser part.") var minor: UInt16 = 0
    @Flag(help: "It isn't heard any more.") var gone = false

    func validate() throws { _ = try played() }

    private func played() throws(ValidationError) -> PlayedBeacon {
        guard let beacon = Beacon(uuid: uuid, major: major, minor: minor) else {
            throw ValidationError(
                "\"\(oneLine(uuid))\" is no UUID, such as E2C56DB5-DFFB-48D2-B060-D0F5A71096E0")
        }
        return PlayedBeacon(beacon, isGone: gone)
    }

    func run() throws {
        output.report(try device.client().call(.sendEvent(try played().words)))
    }
}
