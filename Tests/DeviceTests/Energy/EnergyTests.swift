import Foundation
import TestSupport
import Testing

@Suite("Energy that fetches cost, on a device") struct EnergyTests {
    private func row(_ device: LiveDevice, _ app: String) throws -> [String: Any]? {
        try device.quiesce("energy", "--json").array().first { $0["app"] as? String == app }
    }

    @Test(
        "An app is charged for the time of a core, the bytes and the radio of its fetch, the next daemon knows that, and the log and why say it",
        .behaviour("F7", "reliability D1"))
    func charged() throws {
        let device = try LiveDevice()
        defer { device.tearDown() }
        try device.start()
        let server = try WebServer()
        defer { withExtendedLifetime(server) {} }
        try server.serve("news", bytes: 200_000)
        let app = try device.install(
            python: """
                import time, urllib.request
                class Reader(App):
                    def did_become_active(self):
                        print("active")
                    def perform_fetch(self, complete):
                        urllib.request.urlopen("\(server.url("news"))").read()
                        begun = time.process_time()
                        while time.process_time() - begun < 0.3:
                            pass
                        complete("newData")
                Reader().run()
                """, id: "org.quiesce.tests.Charged", ["UIBackgroundModes": ["fetch"]])
        try device.perform(.sendEvent(["network", "cellular"]))
        try device.open(app)
        try device.wait(app, toPrint: "active")
        try device.perform(.home)
        try device.wait(app, "suspended")
        #expect(try row(device, app) == nil)
        #expect(
            try device.quiesce("energy").out == "No app has been charged for a fetch.\n")

        try device.perform(.fetch(.sendFetch(app: app)))
        try device.wait(for: "its charge", app: app) { $0.reason == "energyCharged" }
        try device.wait(app, "suspended")
        let charged = try #require(try row(device, app))
        let cpu = try #require(charged["cpu"] as? Double)
        // The kernel counts in hundredths of a second where no cgroup counts.
        #expect(cpu >= 0.28 && cpu < 30)
        #expect(charged["fetches"] as? Int == 1)
        #expect(try #require(charged["received"] as? Int) >= 200_000)
        let radio = try #require(charged["radio"] as? Double)
        #expect(radio >= 12.5)
        // 1 W, 25 mJ for each kilobyte, 620 mW.
        let joules = try #require(charged["joules"] as? Double)
        #expect(joules >= 0.28 + 0.025 * 195 + 0.62 * 12.5)
        #expect(try device.quiesce("log", "--app", app).out.contains("energyCharged  (F7)"))
        #expect(try device.quiesce("why", app).out.contains("Its fetch cost about"))

        device.killDaemon()
        try device.start()
        #expect(try row(device, app)?["joules"] as? Double == joules)
    }

    @Test(
        "So is one that ends over its fetch, and one that is uninstalled leaves nothing",
        .behaviour("F7"))
    func ended() throws {
        let device = try LiveDevice()
        defer { device.tearDown() }
        try device.start()
        let app = try device.install(
            python: """
                import os
                class Reader(App):
                    def perform_fetch(self, complete):
                        os._exit(1)
                Reader().run()
                """, id: "org.quiesce.tests.Ended", ["UIBackgroundModes": ["fetch"]])
        try device.perform(.fetch(.sendFetch(app: app)))
        try device.wait(for: "its charge", app: app) { $0.reason == "energyCharged" }
        try device.wait(app, "notRunning")
        #expect(try row(device, app)?["fetches"] as? Int == 1)
        try device.perform(.uninstall(app: app))
        #expect(try row(device, app) == nil)
    }
}
