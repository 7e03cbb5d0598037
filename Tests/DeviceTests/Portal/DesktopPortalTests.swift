import Foundation
import Glibc
import TestSupport
import Testing

/// The programs of xdg-desktop-portal.
private enum DesktopPortal {
    static let portal = "/usr/libexec/xdg-desktop-portal"
    static let store = "/usr/libexec/xdg-permission-store"

    static let box = [
        "/usr/bin/bwrap", "--tmpfs", "/", "--ro-bind", "/usr", "/usr", "--symlink", "usr/lib",
        "/lib", "--symlink", "usr/lib64", "/lib64", "--symlink", "usr/bin", "/bin", "--ro-bind",
        "/etc", "/etc", "--ro-bind", "/proc", "/proc", "--dev", "/dev", "--bind", "/tmp", "/tmp",
    ]

    static let canRun: Bool = {
        guard access(portal, X_OK) == 0, access(store, X_OK) == 0,
            access("/usr/bin/bwrap", X_OK) == 0,
            let trial = try? SpawnedProcess(
                box + ["/bin/true"], environment: ["PATH": "/usr/bin:/bin"],
                talks: (input: false, output: false))
        else { return false }
        return trial.wait() == 0
    }()
}

/// The real xdg-desktop-portal, without a screen; a Flatpak is played by what it finds of one.
@Suite(
    "xdg-desktop-portal with the backend", .enabled(if: TestBus.canRun, TestBus.missing),
    .enabled(if: DesktopPortal.canRun, "xdg-desktop-portal or bubblewrap isn't here"))
struct DesktopPortalTests {
    private static let storeName = "org.freedesktop.impl.portal.PermissionStore"
    private static let app = "org.example.Hosted"

    /// Asks for the background, and prints the answer.
    private static let asking = """
        import sys, dbus, dbus.mainloop.glib
        from gi.repository import GLib
        dbus.mainloop.glib.DBusGMainLoop(set_as_default=True)
        bus = dbus.bus.BusConnection(sys.argv[1])
        loop = GLib.MainLoop()
        def answered(response, results):
            print(int(response), bool(results["background"]), bool(results["autostart"]))
            loop.quit()
        bus.add_signal_receiver(answered, "Response", "org.freedesktop.portal.Request")
        portal = bus.get_object(
            "org.freedesktop.portal.Desktop", "/org/freedesktop/portal/desktop", introspect=False)
        portal.RequestBackground(
            "", {"autostart": True, "commandline": dbus.Array(["app", "--bg"], "s")},
            dbus_interface="org.freedesktop.portal.Background", signature="sa{sv}")
        GLib.timeout_add_seconds(90, loop.quit)
        loop.run()
        """

    private func session(_ device: LiveDevice) throws -> PortalSession {
        let session = try PortalSession(device)
        // It looks for running Flatpaks there.
        try FileManager.default.createDirectory(
            atPath: session.scratch.file(".flatpak"), withIntermediateDirectories: false)
        try session.start(DesktopPortal.store, named: Self.storeName)
        try session.start(DesktopPortal.portal, named: "org.freedesktop.portal.Desktop")
        return session
    }

    /// - Returns: the process of a Flatpak that asks.
    private func ask(_ app: String, _ session: PortalSession) throws -> LiveDevice.RunningTool {
        let information = session.scratch.file("\(app).info")
        try Data("[Application]\nname=\(app)\n[Instance]\ninstance-id=78\n".utf8)
            .write(to: URL(fileURLWithPath: information))
        return try LiveDevice.start(
            DesktopPortal.box + [
                "--ro-bind", information, "/.flatpak-info", "/usr/bin/python3", "-B", "-c",
                Self.asking, session.desktop.address,
            ], home: session.scratch.path)
    }

    private func answer(_ tool: LiveDevice.RunningTool) -> String {
        let out = tool.out.fileHandleForReading.readDataToEndOfFile()
        tool.process.waitUntilExit()
        return String(decoding: out, as: UTF8.self)
            .trimmingCharacters(in: .whitespacesAndNewlines)
    }

    private func set(_ permission: String, _ app: String, _ session: PortalSession) throws {
        try session.send(
            Self.storeName, "/org/freedesktop/impl/portal/PermissionStore",
            "\(Self.storeName).SetPermission",
            [
                "string:background", "boolean:true", "string:background", "string:\(app)",
                "array:string:\(permission)",
            ])
    }

    @Test("RequestBackground is granted and denied by the store, and else by the user's answer")
    func requests() throws {
        try withDevice { device in
            let session = try session(device)
            defer { session.end() }
            #expect(try answer(ask("org.example.Yes", session)) == "0 True True")
            let entry = session.scratch.file("autostart/org.example.Yes.desktop")
            let text = try String(contentsOfFile: entry, encoding: .utf8)
            #expect(
                text.contains("Exec=flatpak run --command=app org.example.Yes --bg\n"), "\(text)")
            try set("no", "org.example.Yes", session)
            #expect(try answer(ask("org.example.Yes", session)) == "1 False False")
            #expect(access(entry, F_OK) != 0)
            for (number, button, expected) in [
                (1, "grant", "0 True True"), (2, "deny", "1 False False"),
            ] {
                try set("ask", "org.example.Asks", session)
                let asking = try ask("org.example.Asks", session)
                let shown = try session.desktop.next("Notify")
                #expect(shown.args[3] == "Allow org.example.Asks to run in the background?")
                try session.desktop.choose(number, "button:\(button)")
                #expect(answer(asking) == expected, "\(session.log)")
            }
        }
    }

    @Test(
        "A hosted app that is left is among the portal's background apps, is asked about, and ended by the portal where the user says so"
    )
    func monitor() throws {
        try withDevice { device in
            try device.install(
                script: "#!/bin/sh\nexec sleep infinity\n", id: Self.app, ["QuiesceHosted": true])
            try device.open(Self.app)
            try device.wait(Self.app, "active")
            let session = try session(device)
            defer { session.end() }
            let flatpak = try SpawnedProcess(
                ["/bin/sleep", "infinity"], environment: [:], talks: (input: false, output: false))
            try session.wait(Self.app, 2)
            try play(flatpak, session)
            try device.perform(.home)
            try device.wait(Self.app, "suspended")
            let shown = try session.desktop.next("Notify")
            #expect(shown.args[5] == PortalSession.buttons)
            try waitUntil("the monitor has it") { try backgroundApps(session).contains(Self.app) }
            #expect(flatpak.isRunning)
            try session.desktop.choose(1, "button:end")
            try waitUntil("the portal ends it") { !flatpak.isRunning }
        }
    }

    /// The files that Flatpak leaves of an app that runs.
    private func play(_ process: SpawnedProcess, _ session: PortalSession) throws {
        let folder = session.scratch.file(".flatpak/77")
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: false)
        for (file, text) in [
            ("info", "[Application]\nname=\(Self.app)\n[Instance]\ninstance-id=77\n"),
            ("pid", "\(process.pid)"), ("bwrapinfo.json", "{\"child-pid\": \(process.pid)}"),
        ] {
            try Data(text.utf8).write(to: URL(fileURLWithPath: "\(folder)/\(file)"))
        }
    }

    private func backgroundApps(_ session: PortalSession) throws -> String {
        try session.send(
            "org.freedesktop.background.Monitor", "/org/freedesktop/background/monitor",
            "org.freedesktop.DBus.Properties.Get",
            ["string:org.freedesktop.background.Monitor", "string:BackgroundApps"])
    }
}
