import ArgumentParser
import QuiesceCore
import QuiesceTerminal
import QuiesceWire

// What the user does to the app in front (H2, D1).

struct SendTouch: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "touch",
        abstract: "Touches the screen: a tap, or one phase of a touch.",
        discussion: """
            X and Y are points of the interface of the app in front, from its upper left corner; \
            `quiesce screen` tells how large it is.

              quiesce send touch 160 52.5
              quiesce send touch 160 52.5 --phase began
            """)

    @OptionGroup var device: DeviceOptions
    @Argument(help: "From the left, in points.") var x: String
    @Argument(help: "From the top, in points.") var y: String
    @Option(help: "One phase alone: began, moved, ended or cancelled. Without it, a whole tap.")
    var phase: String?

    private var touches: [[String]] {
        (phase.map { [$0] } ?? ["began", "ended"]).map { ["touch", $0, x, y] }
    }

    func validate() throws { for touch in touches { try validateInput(touch) } }

    func run() throws {
        let client = try device.client()
        for touch in touches { report(try client.call(.sendEvent(touch))) }
    }
}

struct SendShake: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "shake", abstract: "Shakes the device.", discussion: "  quiesce send shake")

    @OptionGroup var device: DeviceOptions

    func run() throws { report(try device.client().call(.sendEvent(["shake"]))) }
}

struct SendRemoteControl: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "remote-control",
        abstract: "Presses a button of a headset or a dock.",
        discussion: "  quiesce send remote-control togglePlayPause")

    @OptionGroup var device: DeviceOptions
    @Argument(
        help: "\(UserInput.RemoteControl.allCases.map(\.rawValue).joined(separator: ", ")).")
    var command: String

    private var words: [String] { ["remote-control", command] }

    func validate() throws { try validateInput(words) }

    func run() throws { report(try device.client().call(.sendEvent(words))) }
}

private func validateInput(_ words: [String]) throws {
    do {
        _ = try UserInput(words: words)
    } catch {
        throw ValidationError("\(error)")
    }
}
