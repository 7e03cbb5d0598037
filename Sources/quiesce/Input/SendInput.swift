import ArgumentParser
import QuiesceClient
import QuiesceCore
import QuiesceSystemScreen
import QuiesceTerminal
import QuiesceWire

// The user's actions in the app in front (H2, D1).

struct SendTouch: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "touch",
        abstract: "Touches the screen: a tap, or one phase of a touch.",
        discussion: """
            X and Y are points of the screen, from its upper left corner; `quiesce screen` tells what \
            is where. With --on the words themselves are touched. The touch goes to what is on top: \
            the app in front, or an icon, a button of an alert or a question, a notification, a key \
            of the lock screen, each of which does what its own command does.

              quiesce send touch 160 52.5
              quiesce send touch --on Next
              quiesce send touch --on Allow
              quiesce send touch --switcher --on Gallery
              quiesce send touch 160 52.5 --phase began
            """)

    @OptionGroup var device: DeviceOptions
    @OptionGroup var output: JSONOption
    @Argument(help: "From the left, in points.") var x: String?
    @Argument(help: "From the top, in points.") var y: String?
    @Option(help: ArgumentHelp("The words that are touched.", valueName: "words")) var on: String?
    @Option(
        help: "One phase alone, for an app: began, moved, ended or cancelled. Without it, a tap.")
    var phase: String?
    @OptionGroup var view: ViewOptions

    func validate() throws {
        if let phase { try validateInput(["touch", phase, "0", "0"]) }
        guard on == nil else {
            guard x == nil else { throw ValidationError("give X and Y, or --on, not both") }
            return
        }
        guard let x, let y else { throw ValidationError("give X and Y in points, or --on WORDS") }
        try validateInput(["touch", "began", x, y])
    }

    func run() throws {
        let client = try device.client()
        let result = try client.drawing { screen in
            let picture = try screen.picture(SystemView(place: view.place))
            let (x, y) = try place(in: picture)
            guard let phase else { return try screen.touch(x: x, y: y, on: picture) }
            let action = picture.element(x: x, y: y)?.action ?? .touchApp
            guard action == .touchApp, picture.app != nil else {
                throw Failure.refused(
                    "no app is touched at \(x), \(y), and the system takes whole taps; leave out --phase"
                )
            }
            return .done(message: try client.call(.sendEvent(["touch", phase, "\(x)", "\(y)"])))
        }
        switch result {
        case .done(let message): output.report(message)
        case .view(let place):
            output.report(
                "the device has nothing to do; look there with `quiesce screen\(ViewOptions.words(place))`"
            )
        }
    }

    private func place(in picture: SystemPicture) throws -> (x: Double, y: Double) {
        if let on { return try picture.element(saying: on).middle }
        return (Double(x ?? "") ?? 0, Double(y ?? "") ?? 0)
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
