import Foundation
import Glibc
import TestSupport
import Testing

/// A real X server and openbox.
final class X11Desktop: TestDesktop {
    static let isInstalled =
        XServer.isInstalled
        && ["openbox", "xterm", "xdotool"].allSatisfy { access("/usr/bin/\($0)", X_OK) == 0 }

    let environment: [String: String]
    let server: XServer
    private let folder: String
    private var manager: SpawnedProcess?

    init(in folder: String) throws {
        self.folder = folder
        server = try XServer(in: folder)
        environment = ["PATH": "/usr/bin:/bin", "LANG": "C.UTF-8"]
            .merging(server.environment) { $1 }
        try startManager()
    }

    func startManager() throws {
        manager = try SpawnedProcess(
            ["sh", "-c", "exec openbox --sm-disable 2>/dev/null"],
            environment: environment.merging(["HOME": folder]) { $1 },
            talks: (input: false, output: false))
    }

    func killManager() { manager?.end() }

    func terminal(_ name: String, _ command: String) -> [String] {
        // Beside each other.
        let place = name == "left" ? "40x10+0+0" : "40x10-0-0"
        return ["xterm", "-name", name, "-geometry", place, "-e", "sh", "-c", command]
    }

    func show(workspace: Int) throws { try ask("set_desktop \(workspace - 1)") }

    func move(_ name: String, toWorkspace workspace: Int) throws {
        try ask("search --classname ^\(name)$ set_desktop_for_window %1 \(workspace - 1)")
    }

    func focus(_ name: String) throws { try ask("search --classname ^\(name)$ windowactivate") }

    func kill() {
        server.end()
        killManager()
    }

    private func ask(_ words: String) throws {
        let process = try SpawnedProcess(
            ["xdotool"] + words.split(separator: " ").map(String.init), environment: environment,
            talks: (input: false, output: false))
        try #require(process.wait() == 0, "xdotool \(words)")
    }
}
