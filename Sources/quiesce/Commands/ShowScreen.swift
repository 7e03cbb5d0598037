import ArgumentParser
import Foundation
import Glibc
import QuiesceClient
import QuiesceSystemScreen
import QuiesceTerminal
import QuiesceWire

struct ShowScreen: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "screen",
        abstract: "Shows what is on the screen, or an app's last screen.",
        discussion: """
            The whole screen as the user sees it: the app in front or the home screen, the status \
            bar, and what lies over them. In words, each text with the place of its upper left \
            corner, and the command that does the same as a touch. With an ID, and the app not in \
            front, its snapshot alone: what it showed when it was left. With --json, one object of \
            the app's part: shows (scene, snapshot, black, home or nothing), app, width, height, \
            taken, and the scene. A PNG has no images but PNGs.

              quiesce screen --png screen.png
              quiesce screen --switcher --svg - > switcher.svg
              quiesce screen Gallery --svg gallery.svg
            """)

    @OptionGroup var device: DeviceOptions
    @Argument(help: "The app's id, or the end of it.") var id: String?
    @Option(help: "Draws it into this file; - for standard output.", completion: .file())
    var svg: String?
    @Option(help: "Likewise, as PNG.", completion: .file()) var png: String?
    @Option(help: "Pixels of a PNG for each point (default: as the device's screen has).")
    var scale: Double?
    @OptionGroup var view: ViewOptions
    @Flag(help: "In the system's dark colours.") var dark = false
    @Option(help: "The system's text, so much larger: from 1 to 2.") var textScale = 1.0
    @OptionGroup var output: JSONOption

    func validate() throws {
        if [svg != nil, png != nil, output.json].count(where: { $0 }) > 1 {
            throw ValidationError("choose one of --svg, --png and --json")
        }
        guard (0.1...8).contains(scale ?? 1) else {
            throw ValidationError("--scale is from 0.1 to 8")
        }
        guard (1...2).contains(textScale) else {
            throw ValidationError("--text-scale is from 1 to 2")
        }
    }

    func run() throws {
        let client = try device.client()
        let app = try id.map {
            try AppName.resolve($0, among: client.rows(.apps, as: AppRow.self).map(\.id))
        }
        let screen = try ScreenPicture(client, app: app, svg: false)
        if output.json { return say(try screen.json()) }
        let drawn: SystemPicture = try client.drawing { try picture($0, screen, client) }
        if let svg {
            try ScreenPicture.write(client.drawing { _ in try drawn.svg() }, to: svg)
        } else if let png {
            let scale = try scale ?? Double(client.deviceScreen().scale)
            try ScreenPicture.write(client.drawing { _ in try drawn.png(scale: scale) }, to: png)
        } else {
            for line in screen.lines(drawn, isAlone: id != nil) { say(line) }
            if let cover = try cover(of: screen, client) { say(cover) }
        }
    }

    private func picture(
        _ system: SystemScreen, _ screen: ScreenPicture, _ client: ControlClient
    ) throws -> SystemPicture {
        guard id != nil, let app = screen.row.app else {
            return try system.picture(
                SystemView(place: view.place, isDark: dark, textScale: textScale))
        }
        let home = try client.row(.status, as: DeviceStatus.self).home
        let size = try Scene.Size(client.deviceScreen())
        return system.picture(of: screen.scene(of: size), app: app, home: home)
    }

    /// Names the alert, call or lock that lies over the app in front.
    private func cover(of screen: ScreenPicture, _ client: ControlClient) throws -> String? {
        guard screen.row.shows == .scene, let app = screen.row.app,
            try client.row(.why(app: app, not: nil), as: WhyAnswer.self).state == "inactive"
        else { return nil }
        return oneLine(try client.row(.whyDevice, as: DeviceWhyAnswer.self).sentence)
    }
}

extension ControlClient {
    fileprivate func deviceScreen() throws -> DeviceScreen {
        try row(.status, as: DeviceStatus.self).screen?.deviceScreen ?? .standard
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

    static func write(_ text: String, to path: String) throws(Failure) {
        try write(Array(text.utf8), to: path)
    }

    /// - Parameter path: `-` for standard output.
    static func write(_ bytes: [UInt8], to path: String) throws(Failure) {
        if path == "-" { return writeAll(bytes) }
        var status = stat()
        let isPlain = lstat(path, &status) != 0 || status.st_mode & S_IFMT == S_IFREG
        guard isPlain else {
            // A device, a pipe or a link stays what it is, and is written into.
            let file = try BufferedOutput(path: path)
            file.append(bytes)
            return try file.finish(path)
        }
        do {
            // Replaced in one step: a browser that shows it never reads half of it.
            try Data(bytes).write(to: URL(fileURLWithPath: path), options: .atomic)
        } catch {
            let cause = (error as? CocoaError)?.underlying as? POSIXError
            throw .unwritten(path, cause?.code.rawValue ?? EIO)
        }
    }

    func json() throws -> String {
        let head = row.jsonText
        return text.isEmpty ? head : String(head.dropLast()) + ",\"scene\":\(text)}"
    }

    /// nil: nothing is shown.
    var shown: Scene? { try? Scene.read(Array(text.utf8)) }

    /// The shown scene, or else a white screen of this size.
    func scene(of size: Scene.Size) -> Scene {
        let frame = Scene.Frame(x: 0, y: 0, width: size.width, height: size.height)
        return shown ?? Scene(size: size, root: .init(frame: frame))
    }

    /// The picture in words: each text, with its upper left corner on the screen. The app's views
    /// are indented by their depth.
    ///
    /// - Parameter isAlone: nothing of the system's is there.
    func lines(_ picture: SystemPicture, isAlone: Bool) -> [String] {
        let views = shown.map(PlacedView.all) ?? []
        var lines = [headline]
        lines += views.flatMap { view in
            let indent = String(repeating: "  ", count: view.depth)
            return [
                view.text.map { "\"\(oneLine($0))\"" },
                view.image.map { "image \(oneLine($0))" },
            ]
            .compactMap(\.self).map { "\(indent)\(place(view.frame)): \($0)" }
        }
        if isAlone { return lines }
        let system = picture.elements.filter { $0.action != .touchApp }
        lines.append("The system's part:")
        lines += system.map { element in
            let command = element.command.map { "  (\($0))" } ?? ""
            return "  \(place(element.frame)): \"\(oneLine(element.words))\"\(command)"
        }
        return lines
    }

    private func place(_ frame: Scene.Frame) -> String {
        "\(Self.number(frame.x)), \(Self.number(frame.y))"
    }

    private static func number(_ value: Double) -> String {
        value.formatted(.number.precision(.fractionLength(0...1)).grouping(.never))
    }

    private var headline: String {
        let app = row.app ?? ""
        switch row.shows {
        case .scene: return "\(app), in front\(size)"
        case .snapshot:
            let age = row.taken.map { ", taken \(HumanText.age($0)) ago" } ?? ""
            return "\(app), its snapshot\(age)\(size)"
        case .black: return "The device is locked or asleep."
        case .home: return "The home screen: no app is in front."
        case .nothing: return "\(app) has shown nothing so far."
        }
    }

    private var size: String {
        guard let width = row.width, let height = row.height else { return "" }
        return " (\(width.formatted()) by \(height.formatted()) points)"
    }
}
