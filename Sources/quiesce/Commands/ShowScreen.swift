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
            With an ID, and the app not in front, its snapshot: what it showed when it was left. \
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
        }
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
            throw .refused("could not write \(path): \(oneLine(error.localizedDescription))")
        }
    }

    func json() throws -> String {
        let head = row.jsonText
        return text.isEmpty ? head : String(head.dropLast()) + ",\"scene\":\(text)}"
    }

    /// What is to be seen, in words, each view's text indented by how deep it lies.
    func lines() -> [String] {
        var lines = [headline]
        if let scene = try? Scene.read(Array(text.utf8)) {
            Self.list(scene.root, 1, &lines)
        }
        return lines
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

    private static func list(_ node: Scene.Node, _ depth: Int, _ lines: inout [String]) {
        let indent = String(repeating: "  ", count: depth)
        let place = "\(node.frame.x.formatted()), \(node.frame.y.formatted())"
        if let text = node.text { lines.append("\(indent)\(place): \"\(oneLine(text.string))\"") }
        if let image = node.image { lines.append("\(indent)\(place): image \(oneLine(image))") }
        for child in node.children ?? [] { list(child, depth + 1, &lines) }
    }
}
