import ArgumentParser
import Foundation
import Glibc
import QuiesceTerminal
import QuiesceWire

struct ShowScreen: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "screen",
        abstract: "Shows what is on the screen, or an app's last screen.",
        discussion: """
            In words, each text with the place of its upper left corner, which can be touched. With an ID, and the app not in front, its snapshot: what it showed when it was left. \
            With --json, one object: shows (scene, snapshot, black, home or nothing), app, width, \
            height, taken, and the scene.

              quiesce screen --svg - > screen.svg
              quiesce screen Gallery --svg gallery.svg
            """)

    @OptionGroup var device: DeviceOptions
    @Argument(help: "The app's id, or the end of it.") var id: String?
    @Option(help: "Draws it into this file; - for standard output.", completion: .file())
    var svg: String?
    @OptionGroup var output: JSONOption

    func validate() throws {
        if svg != nil, output.json { throw ValidationError("choose --svg or --json") }
    }

    func run() throws {
        let client = try device.client()
        let app = try id.map {
            try AppName.resolve($0, among: client.rows(.apps, as: AppRow.self).map(\.id))
        }
        let screen = try ScreenPicture(client, app: app, svg: svg != nil)
        if let svg {
            try screen.write(to: svg)
        } else if output.json {
            say(try screen.json())
        } else {
            for line in screen.lines() { say(line) }
            if let cover = try cover(of: screen, client) { say(cover) }
        }
    }

    /// Names the alert, call or lock that lies over the app in front.
    private func cover(of screen: ScreenPicture, _ client: ControlClient) throws -> String? {
        guard screen.row.shows == .scene, let app = screen.row.app,
            try client.row(.why(app: app, not: nil), as: WhyAnswer.self).state == "inactive"
        else { return nil }
        return oneLine(try client.row(.whyDevice, as: DeviceWhyAnswer.self).sentence)
    }
}

/// The daemon's answer, put together.
struct ScreenPicture {
    let row: ScreenRow
    /// The scene's JSON, or its drawing.
    let text: String

    init(_ client: ControlClient, app: String?, svg: Bool) throws {
        var row: ScreenRow?
        var text = ""
        try client.call(.screen(app: app, svg: svg)) { item in
            if row == nil {
                row = try decodeRow(item)
            } else {
                let piece: String = try decodeRow(item)
                text += piece
            }
        }
        guard let row else {
            throw Failure.refused(
                "the daemon sent an empty answer; are its version and this tool's the same?")
        }
        (self.row, self.text) = (row, text)
    }

    func write(to path: String) throws(Failure) { try Self.write(text, to: path) }

    /// - Parameter path: `-` for standard output.
    static func write(_ text: String, to path: String) throws(Failure) {
        if path == "-" { return writeAll(Array(text.utf8)) }
        var status = stat()
        let isPlain = lstat(path, &status) != 0 || status.st_mode & S_IFMT == S_IFREG
        guard isPlain else {
            // A device, a pipe or a link stays what it is, and is written into.
            let file = try BufferedOutput(path: path)
            file.append(text)
            return try file.finish(path)
        }
        do {
            // Replaced in one step: a browser that shows it never reads half of it.
            try Data(text.utf8).write(to: URL(fileURLWithPath: path), options: .atomic)
        } catch {
            let cause = (error as? CocoaError)?.underlying as? POSIXError
            throw .unwritten(path, cause?.code.rawValue ?? EIO)
        }
    }

    func json() throws -> String {
        let head = row.jsonText
        return text.isEmpty ? head : String(head.dropLast()) + ",\"scene\":\(text)}"
    }

    /// The views that show something.
    var views: [PlacedView] {
        (try? Scene.read(Array(text.utf8))).map(PlacedView.all) ?? []
    }

    /// The picture in words: each view's text, indented by the view's depth, with the view's upper
    /// left corner on the screen.
    func lines() -> [String] {
        [headline]
            + views.flatMap { view in
                let indent = String(repeating: "  ", count: view.depth)
                let place = "\(view.frame.x.formatted()), \(view.frame.y.formatted())"
                return [
                    view.text.map { "\"\(oneLine($0))\"" },
                    view.image.map { "image \(oneLine($0))" },
                ]
                .compactMap(\.self).map { "\(indent)\(place): \($0)" }
            }
    }

    private var headline: String {
        let app = row.app ?? ""
        switch row.shows {
        case .scene: return "\(app), in front\(size)"
        case .snapshot:
            let age = row.taken.map { ", taken \(HumanText.age($0)) ago" } ?? ""
            return "\(app), its snapshot\(age)\(size)"
        case .black: return "The screen is black: the device is locked or asleep."
        case .home: return "The home screen: no app is in front."
        case .nothing: return "\(app) has shown nothing so far."
        }
    }

    private var size: String {
        guard let width = row.width, let height = row.height else { return "" }
        return " (\(width.formatted()) by \(height.formatted()) points)"
    }
}
