import ArgumentParser
import QuiesceCore
import QuiesceTerminal
import QuiesceWire

struct SendBluetooth: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "bluetooth",
        abstract: "Plays a Bluetooth adapter, and peripherals and centrals around it.",
        discussion: """
            The machine's own adapter is off meanwhile, until "auto" gives it back. Values are hexadecimal digits. \
            A service is a UUID such as 180D; a characteristic of it can read, write, writeWithoutResponse, notify \
            and indicate.

              quiesce send bluetooth near Belt 180D/2A37:notify=0048 180D/2A38:read=01
              quiesce send bluetooth value Belt 2A37 0050
              quiesce send bluetooth gone Belt
              quiesce send bluetooth read Phone 180F 2A19
              quiesce send bluetooth write Phone 180F 2A19 64
              quiesce send bluetooth subscribe Phone 180F 2A19
              quiesce send bluetooth off
              quiesce send bluetooth auto
            """)

    @OptionGroup var device: DeviceOptions
    @OptionGroup var output: JSONOption
    @Argument(help: "What happens, in the words above.") var words: [String]

    func validate() throws { _ = try played() }

    private func played() throws(ValidationError) -> [String] {
        let words = [PlayedBluetooth.word] + self.words
        do {
            _ = try PlayedBluetooth(words: words)
        } catch {
            throw ValidationError(oneLine(error.description))
        }
        return words
    }

    func run() throws { output.report(try device.client().call(.sendEvent(try played()))) }
}
