import Foundation
import Glibc
import TestSupport
import Testing

/// A real sway, for an ordinary user.
final class SwayDesktop: TestDesktop {
    static let isInstalled = ["sway", "swaymsg", "foot"].allSatisfy {
        access("/usr/bin/\($0)", X_OK) == 0
    }

    let environment: [String: String]
    private let compositor: SpawnedProcess

    init(in folder: String) throws {
        let runtime = folder + "/rt"
        try FileManager.default.createDirectory(
            atPath: runtime, withIntermediateDirectories: false,
            attributes: [.posixPermissions: 0o700])
        try Data(
            """
            output HEADLESS-1 resolution 1024x640
            focus_on_window_activation none
            xwayland disable
            """.utf8
        ).write(to: URL(fileURLWithPath: folder + "/sway.conf"))
        let base = [
            "PATH": "/usr/bin:/bin", "HOME": folder, "XDG_RUNTIME_DIR": runtime, "LANG": "C.UTF-8",
        ]
        compositor = try SpawnedProcess(
            ["sh", "-c", "exec sway -c '\(folder)/sway.conf' 2>/dev/null"],
            environment: base.merging(
                [
                    "WLR_BACKENDS": "headless", "WLR_RENDERER": "pixman",
                    "WLR_LIBINPUT_NO_DEVICES": "1",
                ]) { $1 }, talks: (input: false, output: false))
        let socket = "\(runtime)/sway-ipc.\(getuid()).\(compositor.pid).sock"
        try waitUntil("sway listens") { acceptsConnections(socket) }
        var display = ""
        try waitUntil("a display") {
            let names = try FileManager.default.contentsOfDirectory(atPath: runtime)
            display = names.first { $0.hasPrefix("wayland-") && !$0.hasSuffix(".lock") } ?? ""
            return !display.isEmpty
        }
        environment = [
            "PATH": "/usr/bin:/bin", "LANG": "C.UTF-8", "SWAYSOCK": socket,
            "WAYLAND_DISPLAY": "\(runtime)/\(display)",
        ]
    }

    func terminal(_ name: String, _ command: String) -> [String] {
        ["foot", "-a", name, "sh", "-c", command]
    }

    func show(workspace: Int) throws { try command("workspace \(workspace)") }

    func move(_ name: String, toWorkspace workspace: Int) throws {
        try command("[app_id=\(name)] move to workspace \(workspace)")
    }

    func focus(_ name: String) throws { try command("[app_id=\(name)] focus") }

    private func command(_ words: String) throws {
        let process = try SpawnedProcess(
            ["swaymsg", "--quiet", words], environment: environment,
            talks: (input: false, output: false))
        process.wait()
    }

    func kill() { compositor.end() }
}
