import Foundation
import TestSupport
import Testing

@Suite("Bluetooth in real apps") struct BluetoothExampleTests {
    private func play(_ device: LiveDevice, _ words: String) throws {
        let run = try LiveDevice.run(
            [BuiltProducts.path("quiesce"), "send", "bluetooth"]
                + words.split(separator: " ").map(String.init), home: device.home)
        #expect(run.code == 0, "\(run.error)")
    }

    private func withExample(
        _ example: String, _ body: (LiveDevice, String) throws -> Void
    ) throws {
        try withDevice { device in
            let app = try device.install(example: example)
            #expect(try device.quiesce("permissions", app, "bluetooth", "allow").code == 0)
            try play(device, "on")
            try device.open(app)
            try body(device, app)
        }
    }

    private func withBelt(_ body: (LiveDevice, String) throws -> Void) throws {
        try withExample("HeartRate") { device, app in
            try play(device, "near Belt 180D/2A37:notify=0048")
            try device.wait(app, toPrint: "listening")
            try device.perform(.home)
            try device.wait(app, "suspended")
            try body(device, app)
        }
    }

    @Test(
        "HeartRate is woken for each beat, for the belt's going and coming, and suspended again",
        .behaviour(
            "B1",
            missing: "no radio was tried: real BlueZ is, with virtual controllers, by make test-vm")
    )
    func woken() throws {
        try withBelt { device, app in
            try play(device, "value Belt 2A37 0050")
            try device.wait(app, toPrint: "80 beats a minute")
            try device.wait(app, "suspended")
            #expect(
                try device.quiesce("why", app).out.contains("It is connected to one peripheral"))
            try play(device, "gone Belt")
            try device.wait(app, toPrint: "lost")
            try device.wait(app, "suspended")
            #expect(try device.quiesce("why", app).out.contains("come into range"))
            try play(device, "near Belt 180D/2A37:notify=0048")
            try device.wait(app, "suspended")
            #expect(try device.ps(app).launch == 1)
        }
    }

    @Test(
        "One that was killed is launched for the next beat, with what there was",
        .behaviour(
            "B3",
            missing: "no radio was tried: real BlueZ is, with virtual controllers, by make test-vm"),
        .behaviour("W6"))
    func launched() throws {
        try withBelt { device, app in
            let pid = try device.pid(app)
            let mark = try device.mark()
            #expect(kill(pid_t(pid), SIGKILL) == 0)
            try device.wait(app, "notRunning")
            try play(device, "value Belt 2A37 0046")
            // It has crashed, as far as anybody knows, and is launched a little later.
            try device.wait(for: "its next launch", app: app, after: mark) {
                $0.reason == "launched"
            }
            try device.wait(app, toPrint: "launched for belt")
            try device.wait(app, toPrint: "restored 1 belt")
            try device.wait(app, toPrint: "70 beats a minute")
            try device.wait(app, "suspended")
            // The user's force-quit ends that.
            try device.open(app)
            try device.wait(app, "active")
            try device.perform(.quit(app: app))
            try device.wait(app, "notRunning")
            try play(device, "value Belt 2A37 0045")
            #expect(try device.quiesce("why", app, "--not", "bluetooth").out.contains("would not"))
            #expect(try device.ps(app).state == "notRunning")
        }
    }

    @Test(
        "A frozen HeartRate goes on after a SIGKILL of the daemon",
        .behaviour(
            "B1",
            missing: "no radio was tried: real BlueZ is, with virtual controllers, by make test-vm")
    )
    func newDaemon() throws {
        try withBelt { device, app in
            device.killDaemon()
            try device.start()
            try play(device, "on")
            try play(device, "near Belt 180D/2A37:notify=0048")
            try device.wait(app, toPrint: "lost")
            try device.wait(app, "suspended")
            #expect(try device.ps(app).launch == 1)
        }
    }

    @Test(
        "Beacon is woken to answer, launched when it has ended, and tells who listens",
        .behaviour(
            "B2",
            missing: "no radio was tried: real BlueZ is, with virtual controllers, by make test-vm"),
        .behaviour(
            "B3",
            missing: "no radio was tried: real BlueZ is, with virtual controllers, by make test-vm")
    )
    func beacon() throws {
        try withExample("Beacon") { device, app in
            try device.wait(app, toPrint: "advertising")
            try device.perform(.home)
            try device.wait(app, "suspended")
            try play(device, "read Phone 180F 2A19")
            try device.wait(app, toPrint: "said 100 %")
            try device.wait(app, "suspended")
            try play(device, "subscribe Phone 180F 2A19")
            try device.wait(app, toPrint: "somebody listens")
            try device.wait(app, "suspended")
            let pid = try device.pid(app)
            let mark = try device.mark()
            #expect(kill(pid_t(pid), SIGKILL) == 0)
            try device.wait(app, "notRunning")
            try play(device, "write Phone 180F 2A19 32")
            // It has crashed, as far as anybody knows, and is launched a little later.
            try device.wait(for: "its next launch", app: app, after: mark) {
                $0.reason == "launched"
            }
            try device.wait(app, toPrint: "restored 1 service")
            try device.wait(app, toPrint: "told 50 %")
        }
    }

    @Test("Without the user's leave nothing is found", .behaviour("U4"))
    func forbidden() throws {
        try withDevice { device in
            let app = try device.install(example: "HeartRate")
            #expect(try device.quiesce("permissions", app, "bluetooth", "deny").code == 0)
            try play(device, "near Belt 180D/2A37:notify=0048")
            try device.open(app)
            try device.wait(app, toPrint: "no Bluetooth yet")
            try device.perform(.home)
            try device.wait(app, "suspended")
            #expect(try !device.lines(app).contains { $0.hasPrefix("found") })
        }
    }
}
