import QuiesceClient
import QuiesceTerminal
import QuiesceWire

/// Where a page's user is in what the system shows, which the device doesn't know.
struct ScreenView: Codable, Sendable, Hashable {}

/// The picture of the screen, and touches of it: the only file that knows how they are made.
struct ScreenSource: Sendable {
    struct Outcome: Sendable {
        var message: String?
        /// Further fields of the answer, each with a comma before.
        var rest = ""
    }

    /// The picture as a page takes it: `screen` (a `ScreenRow`), `svg`, and `areas`.
    func picture(_ view: ScreenView, _ client: ControlClient) throws -> String {
        var row: String?
        var drawing = ""
        try client.call(.screen(app: nil, svg: true)) { item in
            if row == nil {
                row = item
            } else {
                drawing += try decodeRow(item)
            }
        }
        guard let row else {
            throw Failure.refused(
                "the daemon sent no picture; are its version and this tool's the same?")
        }
        guard drawing.utf8.count <= ConsoleLimits.pictureBytes else {
            return "{\"screen\":\(row),\"areas\":[],\"svg\":null}"
        }
        return "{\"screen\":\(row),\"areas\":[],\"svg\":\(drawing.jsonText)}"
    }

    /// A tap, or a phase of a touch.
    func touch(_ touch: PageMessage.Touch, _ view: ScreenView, _ client: ControlClient) throws
        -> Outcome
    {
        var outcome = Outcome()
        for phase in touch.phase.map({ [$0] }) ?? ["began", "ended"] {
            outcome.message = try client.call(
                .sendEvent(["touch", phase, "\(touch.x)", "\(touch.y)"]))
        }
        return outcome
    }
}
