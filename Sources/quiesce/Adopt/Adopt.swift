import ArgumentParser
import QuiesceTerminal
import QuiesceWire

struct Adopt: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Makes an app of a program that runs already.",
        discussion: """
            It isn't started again. With all that it has started it is an app from then on, as by \
            `quiesce run`: frozen when it is left, thawed when it is opened, and for a moment when data \
            arrive for it; in no sandbox and under no limits. `quiesce quit NAME` ends it, and \
            `quiesce open NAME` starts it by its own command line after that.

              quiesce adopt 4711
              quiesce adopt --thaw never firefox-esr
              quiesce adopt app-gnome-firefox-4711.scope

            Left alone are programs that others count on, such as the compositor, the session's bus, and \
            those that `quiesce desktop` leaves alone. The device is started if it isn't running.
            """)

    @OptionGroup var device: DeviceOptions
    @OptionGroup var output: JSONOption
    @OptionGroup var hosted: HostedOptions
    @Argument(
        help: ArgumentHelp(
            "The program: its process's number, the name of your only one, or a scope of systemd's.",
            valueName: "pid|name|scope"))
    var program: String

    func run() throws {
        let program = try RunningProgram(named: program)
        if let why = program.exception { throw program.refusal(why) }
        let session = try program.session()
        try Up.ifNeeded(device.home.map { ["--home", $0] } ?? [])
        let client = try device.client()
        let app = HostedCommand(
            program: program.executable, arguments: program.arguments,
            name: hosted.name ?? program.name, thaw: hosted.thaw)
        if try client.rows(.ps, as: ProcessRow.self).contains(where: {
            $0.id == app.id && $0.pid != nil
        }) {
            throw program.refusal("\(app.id) runs already; give it another name with --name")
        }
        try app.install(in: session, on: client)
        try client.call(.open(app: app.id, arguments: []))
        output.report(
            "\(program.described) is an app now, \(app.id): frozen when it is left, until "
                + "`quiesce open \(oneLine(app.name))`")
    }
}
