import Foundation
import QuiesceWire
import TestSupport
import Testing

@Suite("Sessions of real apps mix, or interrupt, by category") struct MixingTests {
    private func install(_ device: LiveDevice, _ name: String) throws -> String {
        try device.install(
            "KitTestApp", id: "org.quiesce.tests.\(name)", ["UIBackgroundModes": ["audio"]])
    }

    /// Whether another app's sound has interrupted it.
    private func wasInterrupted(_ device: LiveDevice, _ app: String) throws -> Bool {
        let isLogged = try device.log(app).contains { $0.reason == "audioInterrupted" }
        #expect(try device.output(app).contains("interruption began") == isLogged)
        return isLogged
    }

    @Test(
        "One that mixes, or ducks, plays beside others: it interrupts nobody, and nobody interrupts it",
        .behaviour("A1", "A3"), arguments: ["mixWithOthers", "duckOthers"])
    func mixes(option: String) throws {
        try withDevice { device in
            let radio = try device.install(example: "Radio")
            let second = try device.install(example: "Radio", id: "org.example.Second")
            let app = try install(device, "Mixer")
            try device.open(radio)
            try device.wait(radio, toPrint: "Lake plays")
            try device.open(app, "--fifo")
            try device.tell(app, "sound playback \(option)")
            try device.wait(for: "its session", app: app) { $0.reason == "audioActivated" }
            try device.wait(app, toPrint: "sounds true")
            #expect(try device.ps(radio).state == "background")
            // Two don't mix: the one that begins last plays.
            try device.open(second)
            try device.wait(second, toPrint: "Lake plays")
            try device.wait(radio, toPrint: "Lake was interrupted")
            try device.wait(radio, "suspended")
            try device.wait(app, "background")
            #expect(try !wasInterrupted(device, app))
            #expect(try !device.log(second).contains { $0.reason == "audioInterrupted" })
            let by = try device.log(radio).filter { $0.reason == "audioInterrupted" }.map(\.detail)
            #expect(by == ["\"\(second)\""])
        }
    }

    @Test(
        "The app in front has priority: one behind it can't begin, and is interrupted; behind it the one that begins last plays",
        .behaviour("A3", "C5"))
    func priority() throws {
        try withDevice { device in
            let (behind, front) = (try install(device, "Behind"), try install(device, "Front"))
            try device.open(behind, "--fifo")
            // It runs on, with or without sound.
            try device.tell(behind, "begin 1")
            try device.wait(behind, toPrint: "task 1")
            try device.open(front, "--fifo")
            try device.tell(front, "sound playback")
            try device.wait(front, toPrint: "sounds true")
            try device.wait(for: "a session", app: front) { $0.reason == "audioActivated" }

            try device.tell(behind, "sound playback")
            let refusal = try device.wait(for: "a refusal", app: behind) { $0.kind == "refuse" }
            #expect(refusal.reason == "audioTaken")
            #expect(refusal.rule == "A3")
            // At once, or as the daemon's answer comes.
            try waitUntil("it has heard of that") {
                let lines = try device.lines(behind)
                return lines.contains("sounds false") || lines.contains("interruption began")
            }
            // One that mixes may.
            try device.tell(behind, "sound playback mixWithOthers")
            try device.wait(for: "a session", app: behind) { $0.reason == "audioActivated" }
            #expect(try !wasInterrupted(device, front))

            try device.tell(behind, "hush")
            try device.wait(behind, toPrint: "hushed")
            // Out of sight both may go on, but only one of them does.
            try device.perform(.home)
            try device.wait(front, "background")
            let mark = try device.mark()
            try play(device, behind)
            let over = try device.wait(for: "an interruption", app: front, after: mark) {
                $0.reason == "audioInterrupted"
            }
            #expect(over.detail == "\"\(behind)\"")
            try device.wait(front, toPrint: "interruption began")
            try device.wait(front, "suspended")

            // In front again it takes its turn.
            let played = try device.mark()
            try device.open(front)
            try device.wait(front, "active")
            try play(device, front)
            let back = try device.wait(for: "an interruption", app: behind, after: played) {
                $0.reason == "audioInterrupted"
            }
            #expect(back.detail == "\"\(front)\"")
        }
    }

    /// Until the app has heard that it may.
    private func play(_ device: LiveDevice, _ app: String) throws {
        let mark = try device.mark()
        try waitUntil("\(app) plays") {
            let before = try sounds(device, app).count
            try device.tell(app, "sound playback")
            try device.wait(app, toPrint: "sounds ", times: before + 1)
            return try sounds(device, app).last == "sounds true"
        }
        try device.wait(for: "its session", app: app, after: mark) {
            $0.reason == "audioActivated"
        }
    }

    private func sounds(_ device: LiveDevice, _ app: String) throws -> [String] {
        try device.lines(app).filter { $0.hasPrefix("sounds ") }
    }
}
