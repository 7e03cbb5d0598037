import Foundation
import QuiesceWire
import TestSupport
import Testing

/// The examples show what they are about, on a screen that can be read.
@Suite("The examples' screens, on a device") struct ExampleScreenTests {
    /// As the Makefile has them.
    static let examples: [String] = {
        let makefile = BuiltProducts.package.appendingPathComponent("Makefile")
        let text = (try? String(contentsOf: makefile, encoding: .utf8)) ?? ""
        let line = text.split(separator: "\n").first { $0.hasPrefix("EXAMPLES := ") }
        return line?.split(separator: " ").dropFirst(2).map(String.init) ?? []
    }()

    @Test("There are examples to be looked at")
    func some() { #expect(Self.examples.count >= 16) }

    @Test(
        "Each has a text and more, on the screen, readable, and nothing over another; turned too",
        arguments: examples, [DeviceScreen.standard.text, "390x844@3", "768x1024@1"])
    func screens(name: String, size: String) throws {
        let screen = try #require(DeviceScreen(size))
        try withDevice(options: ["--screen", size]) { device in
            let app = try device.install(example: name)
            // The system's questions would lie over it.
            for permission in ["notifications", "location", "bluetooth"] {
                #expect(try device.quiesce("permissions", app, permission, "allow").code == 0)
            }
            try device.open(app)
            try device.wait(app, "active")
            let scene = try device.waitForScene { _ in true }
            #expect(scene.size == Scene.Size(screen))
            #expect(ScreenFaults.of(scene) == [])
            try device.perform(.sendEvent(["orientation", "landscapeLeft"]))
            let turned = try device.waitForScene { $0.size.width > $0.size.height }
            #expect(ScreenFaults.of(turned) == [])
        }
    }

    @Test("So has the one in Python, which makes its scenes itself")
    func python() throws {
        try withDevice { device in
            let bundle = BuiltProducts.package.appendingPathComponent(
                "Examples/Python/PythonApp.app")
            #expect(try device.install(bundle).refusal == nil)
            try device.open("org.quiesce.examples.PythonApp")
            #expect(try ScreenFaults.of(device.waitForScene { _ in true }) == [])
        }
    }
}

extension LiveDevice {
    /// The scene of the app in front, as soon as it is as wanted.
    fileprivate func waitForScene(_ isWanted: (Scene) -> Bool) throws -> Scene {
        var found: Scene?
        _ = waitUntil {
            found = (try? drawnScene()).flatMap { $0.flatMap { isWanted($0) ? $0 : nil } }
            return found != nil
        }
        guard let found else {
            throw Failure(description: "no such scene: \(try screen())\n\(daemonLog)")
        }
        return found
    }

    /// nil: the app in front hasn't drawn one yet.
    private func drawnScene() throws -> Scene? {
        let screen = try screen()
        guard screen["shows"] as? String == "scene", let scene = screen["scene"] else { return nil }
        return try WireCoder().scene(
            inDocument: JSONSerialization.data(withJSONObject: scene))
    }
}
