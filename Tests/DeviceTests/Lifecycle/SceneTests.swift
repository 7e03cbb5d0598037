import Foundation
import Glibc
import QuiesceWire
import TestSupport
import Testing

/// Tests/SceneTestApp, an app with a scene, as a real process.
@Suite("Scenes on a device") struct SceneTests {
    private static let connected = [
        "connected unattached background", "page 1", "windows 1 true",
    ]
    private static let comes = [
        "comes unattached background", "active foregroundActive inactive",
    ]

    private func install(_ device: LiveDevice) throws -> String {
        try device.install(
            "SceneTestApp", id: "org.quiesce.tests.scene",
            [
                "UIBackgroundModes": ["remote-notification"],
                "UIApplicationSceneManifest": [
                    "UIApplicationSupportsMultipleScenes": false,
                    "UISceneConfigurations": [
                        "UIWindowSceneSessionRoleApplication": [
                            [
                                "UISceneConfigurationName": "Default Configuration",
                                "UISceneDelegateClassName": "$(PRODUCT_MODULE_NAME).SceneDelegate",
                            ]
                        ]
                    ],
                ],
            ])
    }

    @Test(
        "A scene is connected in front, left, frozen and back, as its delegate is told",
        .behaviour("S3", "S5", "S6", "S8"))
    func life() throws {
        try withDevice { device in
            let app = try install(device)
            try device.open(app)
            try device.wait(app, "active")
            try device.wait(app, toPrint: "active")
            var expected = ["launched background 0"] + Self.connected + Self.comes
            #expect(try device.lines(app) == expected)

            try device.perform(.home)
            try device.wait(app, "suspended")
            expected += ["resigns foregroundActive active", "left background background"]
            #expect(try device.lines(app) == expected)

            try device.open(app)
            try device.wait(app, "active")
            try device.wait(app, toPrint: "active foregroundActive inactive", times: 2)
            expected += ["comes background background", "active foregroundActive inactive"]
            #expect(try device.lines(app) == expected)
        }
    }

    @Test(
        "Where scenes are required an app without one ends in front, and one that has one runs",
        .behaviour("O5"))
    func required() throws {
        try withDevice(profile: "base = \"ios27\"") { device in
            let app = try install(device)
            try device.open(app)
            try device.wait(app, "active")

            let without = try device.install(example: "Gallery")
            let mark = try device.mark()
            try device.open(without)
            try device.wait(for: "its end", app: without, after: mark) { $0.reason == "crashed" }
            try device.wait(without, "notRunning")
        }
    }

    @Test(
        "An app that is launched into the background has no scene until it is opened",
        .behaviour("S4", "R2"))
    func background() throws {
        try withDevice { device in
            let app = try install(device)
            let mark = try device.mark()
            try device.wake(app, for: "push")
            try device.wait(for: "the end of it", app: app, after: mark) {
                $0.kind == "wake" && $0.reason.hasPrefix("completed")
            }
            let launched = ["launched background 0", "push background 0"]
            #expect(try device.lines(app) == launched)
            try device.open(app)
            try device.wait(app, toPrint: "active foregroundActive")
            #expect(try device.lines(app) == launched + Self.connected + Self.comes)
        }
    }

    @Test(
        "A scene whose app was ended comes back to where it was left, and after a force-quit afresh",
        .behaviour("P1", "U1", "W3"))
    func restored() throws {
        try withDevice { device in
            let app = try install(device)
            try device.open(app)
            try device.wait(app, "active")
            try device.perform(.home)
            try device.wait(app, "suspended")
            let pid = try device.pid(app)
            Glibc.kill(pid_t(pid), SIGKILL)
            try device.wait(app, "notRunning")

            try device.open(app)
            try device.wait(app, toPrint: "active foregroundActive")
            #expect(try device.lines(app).contains("page 2"))

            let launch = try device.ps(app).launch
            try device.perform(.quit(app: app))
            try device.wait(app, "notRunning")
            let end = try device.lines(app, launch: launch).suffix(3)
            #expect(
                end == [
                    "resigns foregroundActive active", "disconnected unattached inactive",
                    "terminated",
                ])
            try device.open(app)
            try device.wait(app, toPrint: "active foregroundActive")
            #expect(
                try device.lines(app) == ["launched background 0", "discarded 1"] + Self.connected
                    + Self.comes)
        }
    }
}
