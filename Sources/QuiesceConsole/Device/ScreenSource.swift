import QuiesceClient
import QuiesceSystemScreen
import QuiesceTerminal
import QuiesceWire
import Synchronization

/// Where a page's user is in what the system shows, which the device doesn't know.
struct ScreenView: Codable, Sendable, Hashable {
    /// `screen`, `home` or `switcher`.
    var place = "screen"
    /// The home screen's page, or the switcher's, from 0.
    var page = 0
    var dark = false

    fileprivate var system: SystemView {
        let page = max(0, min(page, 10_000))
        let place: SystemView.Place =
            switch place {
            case "home": .home(page: page)
            case "switcher": .switcher(page: page)
            case _: .screen
            }
        return SystemView(place: place, isDark: dark)
    }

    fileprivate func at(_ place: SystemView.Place) -> ScreenView {
        switch place {
        case .screen: ScreenView(place: "screen", page: 0, dark: dark)
        case .home(let page): ScreenView(place: "home", page: page, dark: dark)
        case .switcher(let page): ScreenView(place: "switcher", page: page, dark: dark)
        }
    }

    fileprivate var json: String {
        "{\"place\":\"\(place)\",\"page\":\(page),\"dark\":\(dark)}"
    }
}

/// The picture of the screen, and touches of it: the only file that knows how they are made.
final class ScreenSource: Sendable {
    struct Outcome: Sendable {
        var message: String?
        /// Further fields of the answer, each with a comma before.
        var rest = ""
    }

    /// The pictures that pages show, which say where a touch goes.
    private let shown = Mutex<[ScreenView: SystemPicture]>([:])

    /// The app's own part, to see cheaply whether it has been drawn anew.
    func glance(_ client: ControlClient) throws -> String {
        var text = ""
        try client.call(.screen(app: nil, svg: false)) { text += $0 }
        return text
    }

    /// The picture as a page takes it: `screen`, `svg` and `areas`.
    func picture(_ view: ScreenView, _ client: ControlClient) throws -> String {
        let picture: SystemPicture
        let drawing: String
        do {
            picture = try SystemScreen(Line(client: client)).picture(view.system)
            drawing = try picture.svg()
        } catch is ScreenProblem {
            // Without a library for text: the app's part alone.
            return try bare(client)
        }
        shown.withLock { $0[view] = picture }
        let isSmall = drawing.utf8.count <= ConsoleLimits.pictureBytes
        let shows = picture.app.map { "\"shows\":\"scene\",\"app\":\($0.jsonText)" }
        let words = picture.cover?.words ?? (view.place == "switcher" ? "the switcher" : "home")
        return
            "{\"screen\":{\(shows ?? "\"shows\":\(words.jsonText)")},\"areas\":["
            + picture.elements.map(Self.area).joined(separator: ",")
            + "],\"svg\":\(isSmall ? drawing.jsonText : "null")}"
    }

    /// Views that nobody shows any more.
    func keep(_ views: Set<ScreenView>) {
        shown.withLock { shown in shown = shown.filter { views.contains($0.key) } }
    }

    private static func area(_ element: SystemPicture.Element) -> String {
        let frame = element.frame
        let command = element.action == .touchApp ? nil : element.command
        return
            "{\"words\":\(element.words.jsonText),\"x\":\(frame.x),\"y\":\(frame.y),"
            + "\"width\":\(frame.width),\"height\":\(frame.height),\"touches\":\(element.action != nil)"
            + (command.map { ",\"command\":\($0.jsonText)" } ?? "") + "}"
    }

    private func bare(_ client: ControlClient) throws -> String {
        var row: String?
        var drawing = ""
        try client.call(.screen(app: nil, svg: true)) { item in
            if row == nil {
                row = item
            } else {
                let piece: String = try decodeRow(item)
                drawing += piece
            }
        }
        return "{\"screen\":\(row ?? "{}"),\"areas\":[],\"svg\":\(drawing.jsonText)}"
    }

    /// A tap, or a phase of a touch of the app in front.
    func touch(_ touch: PageMessage.Touch, _ view: ScreenView, _ client: ControlClient) throws
        -> Outcome
    {
        let picture = shown.withLock { $0[view] }
        if let picture, touch.phase == nil {
            do {
                return try tap(touch, on: picture, view, client)
            } catch let refused as TouchRefused {
                throw Failure.refused(oneLine(refused.description))
            }
        }
        if let picture, picture.app == nil {
            throw Failure.refused("only an app in front is touched phase by phase; press shortly")
        }
        var outcome = Outcome()
        for phase in touch.phase.map({ [$0] }) ?? ["began", "ended"] {
            outcome.message = try client.call(
                .sendEvent(["touch", phase, "\(touch.x)", "\(touch.y)"]))
        }
        return outcome
    }

    private func tap(
        _ touch: PageMessage.Touch, on picture: SystemPicture, _ view: ScreenView,
        _ client: ControlClient
    ) throws -> Outcome {
        let result = try SystemScreen(Line(client: client)).touch(
            x: touch.x, y: touch.y, on: picture)
        switch result {
        case .view(let place): return Outcome(rest: ",\"view\":\(view.at(place).json)")
        case .done(let message):
            // Whatever was opened is to be seen; an app that was ended leaves the switcher open.
            if case .quit = picture.element(x: touch.x, y: touch.y)?.action {
                return Outcome(message: message)
            }
            return Outcome(message: message, rest: ",\"view\":\(view.at(.screen).json)")
        }
    }
}

private struct Line: DeviceLine {
    let client: ControlClient

    func ask(_ request: ControlRequest, row: (String) throws -> Void) throws -> String? {
        try client.call(request, row: row)
    }
}
