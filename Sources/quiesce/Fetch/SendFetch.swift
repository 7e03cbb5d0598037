import ArgumentParser
import QuiesceTerminal
import QuiesceWire

struct SendFetch: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "fetch",
        abstract: "Wakes an app for a background fetch.",
        discussion: """
            The app must declare the mode fetch. It says what came of it: how the app completed it, or,
            after 2 s, that it has not yet.

              quiesce send fetch BepBop
            """)

    @OptionGroup var device: DeviceOptions
    @OptionGroup var output: JSONOption
    @OptionGroup var app: AppArgument

    func run() throws {
        let client = try device.client()
        let app = try app.resolve(client)
        let wake = try WakeFollower(app, client)
        output.report(try wake.follow(client.call(.fetch(.sendFetch(app: app)))))
    }
}

struct SendTask: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "task",
        abstract: "Wakes an app for a background task at once.",
        discussion: """
            The app has submitted a request with this identifier, as BGTaskScheduler takes it.

              quiesce send task BepBop org.example.refresh
            """)

    @OptionGroup var device: DeviceOptions
    @OptionGroup var output: JSONOption
    @OptionGroup var app: AppArgument
    @Argument(help: "The background task's identifier.") var identifier: String

    func run() throws {
        let client = try device.client()
        let app = try app.resolve(client)
        let wake = try WakeFollower(app, client)
        output.report(
            try wake.follow(client.call(.fetch(.sendTask(app: app, identifier: identifier)))))
    }
}
