import ArgumentParser
import QuiesceTerminal
import QuiesceWire

struct Home: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Presses the Home button: the app in front leaves the screen.")

    @OptionGroup var device: DeviceOptions
    @OptionGroup var output: JSONOption

    func run() throws { output.report(try device.client().call(.home)) }
}

struct Quit: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Force-quits an app, as the user does in the switcher.",
        discussion: """
            The system won't start it again by itself until the user opens it.

              quiesce quit SlowCount
            """)

    @OptionGroup var device: DeviceOptions
    @OptionGroup var output: JSONOption
    @OptionGroup var app: AppArgument

    func run() throws {
        let client = try device.client()
        output.report(try client.call(.quit(app: app.resolve(client))))
    }
}

struct Lock: ParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Presses the lock button.")

    @OptionGroup var device: DeviceOptions
    @OptionGroup var output: JSONOption

    func run() throws { output.report(try device.client().call(.lock)) }
}
