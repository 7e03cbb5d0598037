import ArgumentParser
import Glibc
import QuiesceWire

struct Open: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Opens an app: it comes to the front, started if it isn't running.",
        discussion: """
            With --console, what the app prints is shown until its process is gone. Ctrl-C ends the \
            showing, not the app.

              quiesce open SlowCount --console -- --count 30 --interval 0.1
            """)

    @OptionGroup var device: DeviceOptions
    @Flag(help: "Show what the app prints until it is gone.")
    var console = false
    @OptionGroup var app: AppArgument
    @Argument(
        parsing: .postTerminator,
        help: "Arguments for the app, after --; an app that is running already keeps its own.")
    var arguments: [String] = []

    func run() throws {
        let client = try device.client()
        let id = try app.resolve(client)
        let request = ControlRequest.open(app: id, arguments: arguments)
        guard console else {
            let message = try withProgress("opening") { try client.call(request) }
            return report(message)
        }
        // What an earlier open has shown of a launch that goes on isn't shown again.
        let before = try? client.row(.output(app: id, launch: nil), as: OutputLocation.self)
        let shown = try before.map { try OutputFile(path: $0.path).length } ?? 0
        let follower = try OutputFollower(paths: device.paths, app: id)
        try client.call(request)
        let location = try client.row(.output(app: id, launch: nil), as: OutputLocation.self)
        try follower.follow(location, from: location == before ? shown : 0)
    }
}

struct Output: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Shows what an app printed, to standard output and error.",
        discussion: """
            Of each launch the device keeps the newest part.

              quiesce output SlowCount --follow
            """)

    @OptionGroup var device: DeviceOptions
    @OptionGroup var app: AppArgument
    @Option(
        help: ArgumentHelp(
            "The number of the launch; see `quiesce ps --json`.",
            discussion: "Default: the newest.", valueName: "number"))
    var launch: UInt64?
    @Flag(help: "Go on with what it prints, until its process is gone or Ctrl-C.")
    var follow = false

    func run() throws {
        let client = try device.client()
        let id = try app.resolve(client)
        let follower = follow ? try OutputFollower(paths: device.paths, app: id) : nil
        let location = try client.row(.output(app: id, launch: launch), as: OutputLocation.self)
        if let follower {
            try follower.follow(location)
        } else {
            try OutputFile(path: location.path).drain()
        }
    }
}
