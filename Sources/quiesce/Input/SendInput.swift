import ArgumentParser
import QuiesceCore
import QuiesceTerminal
import QuiesceWire

// The user's actions in the app in front (H2, D1).

struct SendTouch: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "touch",
        abstract: "Touches the screen: a tap, or one phase of a touch.",
        discussion: """
            X and Y are points of the interface of the app in front, from its upper left corner; \
            `quiesce screen` tells how large it is, and where its texts are. With --on the text itself is \
            touched.

              quiesce send touch 160 52.5
              quiesce send touch --on Next
              quiesce send touch 160 52.5 --phase began
            """)

    @OptionGroup var device: DeviceOptions
    @OptionGroup var output: JSONOption
    @Argument(help: "From the left, in points.") var x: String?
    @Argument(help: "From the top, in points.") var y: String?
    @Option(help: ArgumentHelp("The text that is touched.", valueName: "text")) var on: String?
    @Option(help: "One phase alone: began, moved, ended or cancelled. Without it, a whole tap.")
    var phase: String?

    private func touches(_ x: String, _ y: String) -> [[String]] {
        (phase.map { [$0] } ?? ["began", "ended"]).map { ["touch", $0, x, y] }
    }

    func validate() throws {
        guard on == nil else {
            guard x == nil else { throw ValidationError("give X and Y, or --on, not both") }
            return
        }
        guard let x, let y else { throw ValidationError("give X and Y in points, or --on TEXT") }
        for touch in touches(x, y) { try validateInput(touch) }
    }

    func run() throws {
        let client = try device.client()
        let (x, y) = try place(client)
        let touches = touches(x, y)
        var message: String?
        for touch in touches { message = try client.call(.sendEvent(touch)) }
        // A tap is told by its end.
        output.report(message)
    }
}

extension SendTouch {
    /// Where it is touched.
    private func place(_ client: ControlClient) throws -> (x: String, y: String) {
        guard let on else { return (x ?? "", y ?? "") }
        let screen = try ScreenPicture(client, app: nil, svg: false)
        let found = screen.row.shows == .scene ? screen.views.filter { $0.text == on } : []
        guard let view = found.first else {
            throw Failure.refused(
                "nothing on the screen says \"\(oneLine(on))\"; see `quiesce screen`")
        }
        guard found.count == 1 else {
            let places = found.map { "\($0.centre.x) \($0.centre.y)" }.joined(separator: ", ")
            throw Failure.refused(
                "\(found.count) texts say \"\(oneLine(on))\"; touch one of them: \(places)")
        }
        return ("\(view.centre.x)", "\(view.centre.y)")
    }
}

struct SendShake: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "shake", abstract: "Shakes the device.", discussion: "  quiesce send shake")

    @OptionGroup var device: DeviceOptions
    @OptionGroup var output: JSONOption

    func run() throws { output.report(try device.client().call(.sendEvent(["shake"]))) }
}

struct SendRemoteControl: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "remote-control",
        abstract: "Presses a button of a headset or a dock.",
        discussion: "  quiesce send remote-control togglePlayPause")

    @OptionGroup var device: DeviceOptions
    @OptionGroup var output: JSONOption
    @Argument(
        help: "\(UserInput.RemoteControl.allCases.map(\.rawValue).joined(separator: ", ")).")
    var command: String

    private var words: [String] { ["remote-control", command] }

    func validate() throws { try validateInput(words) }

    func run() throws { output.report(try device.client().call(.sendEvent(words))) }
}

private func validateInput(_ words: [String]) throws {
    do {
        _ = try UserInput(words: words)
    } catch {
        throw ValidationError("\(error)")
    }
}
