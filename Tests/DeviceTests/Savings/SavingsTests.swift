import Foundation
import QuiesceWire
import TestSupport
import Testing

@Suite("Savings of frozen programs, on a device") struct SavingsTests {
    /// Takes 2 ms of a processor, and sleeps for 8: often enough to be seen on a busy machine, too.
    private func install(_ device: LiveDevice) throws -> String {
        let app = try device.install(
            script: """
                #!/usr/bin/python3
                import time
                print("begins", flush=True)
                while True:
                    end = time.process_time() + 0.002
                    while time.process_time() < end:
                        pass
                    time.sleep(0.008)
                """, id: "org.quiesce.tests.half", ["QuiesceHosted": true])
        try device.open(app)
        try device.wait(app, toPrint: "begins")
        try device.wait(app, "active")
        return app
    }

    private func row(_ device: LiveDevice, lastSeconds: Int? = nil) throws -> SavingsRow? {
        try device.perform(.savings(app: nil, lastSeconds: lastSeconds)).items.first
            .map { try SavingsRow.read(Array($0.utf8)) }
    }

    @Test(
        "One that is frozen saves its rate before for the time that it is, and a thaw takes some of it",
        arguments: Freezer.available)
    func saves(freezer: Freezer) throws {
        try withDevice(options: freezer.options) { device in
            let app = try install(device)
            let none = try device.quiesce("savings")
            #expect(none.out.contains("start one with `quiesce run -- PROGRAM`"), "\(none.out)")
            try device.perform(.home)
            try device.wait(app, "suspended")
            var found: SavingsRow?
            try waitUntil("three seconds") {
                found = try row(device)
                return (found?.outOfSightSeconds ?? 0) >= 3 && found?.cpuSavedSeconds != nil
            }
            let asleep = try #require(found)
            #expect(asleep.frozenSeconds == asleep.outOfSightSeconds)
            #expect(asleep.cpuTakenSeconds == 0)
            let rate = try #require(asleep.awakeCPUSecondsPerSecond)
            // 0.2 where a processor is free, and less where others want it.
            #expect(rate > 0 && rate < 0.5, "\(asleep)")
            #expect((asleep.awakeWakeUpsPerSecond ?? 0) >= 1, "\(asleep)")
            #expect(asleep.measuredSeconds >= 0.5)
            let saved = try #require(asleep.cpuSavedSeconds)
            #expect(abs(saved - rate * asleep.outOfSightSeconds) < 0.001, "\(asleep)")
            #expect((asleep.wakeUpsSaved ?? 0) > 0, "\(asleep)")

            let mark = try device.mark()
            try device.perform(.thaw(.setThaw(app: app, schedule: "every 5s for 1s")))
            try device.wait(for: "its thaw", app: app, after: mark) { $0.reason == "wokenForThaw" }
            try device.wait(for: "its sleep", app: app, after: mark) { $0.to == "suspended" }
            try waitUntil("its use") { (try row(device)?.cpuTakenSeconds ?? 0) > 0 }
            let thawed = try #require(try row(device, lastSeconds: 600))
            #expect(thawed.frozenSeconds < thawed.outOfSightSeconds)
            #expect(thawed.wakeUpsTaken > asleep.wakeUpsTaken)
            let table = try device.quiesce("savings", "half", "--since", "10m").out
            #expect(table.contains("RATE AWAKE") && table.contains("measured for"), "\(table)")
        }
    }

    @Test("An app of iOS, an unknown one and a time that isn't kept are refused")
    func refused() throws {
        try withDevice { device in
            let app = try device.install(example: "SlowCount")
            for (arguments, code, words) in [
                ([app], 1, "only a hosted program has a rate of its own"),
                (["org.example.nobody"], 1, "no app of that id"),
                (["--since", "5s"], 64, "from 1m to 24h"),
            ] {
                let run = try LiveDevice.run(
                    [BuiltProducts.path("quiesce"), "savings"] + arguments, home: device.home)
                #expect(run.code == code && run.error.contains(words), "\(run.error)")
            }
            let said = try device.call(.savings(app: nil, lastSeconds: 1))
            #expect(said.refusal?.message.contains("60 to 86400") == true)
        }
    }
}
