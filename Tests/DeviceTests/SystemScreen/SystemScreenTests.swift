import Foundation
import QuiesceWire
import TestSupport
import Testing

/// The screen that the system draws, and a finger on it, of real devices.
@Suite("The system's screen, and touches on it") struct SystemScreenTests {
    @Test(
        "A touch on an icon opens its app, and one in the switcher brings it back", .behaviour("D1")
    )
    func icons() throws {
        try withDevice { device in
            let first = try device.install(
                "KitTestApp", id: "org.quiesce.tests.First", ["CFBundleDisplayName": "First"])
            let second = try device.install(
                "KitTestApp", id: "org.quiesce.tests.Second", ["CFBundleDisplayName": "Second"])
            #expect(try device.quiesce("send", "touch", "--on", "First").code == 0)
            try device.wait(first, "active")
            try device.perform(.home)
            try device.touch("Second", of: try device.quiesce("screen").out)
            try device.wait(second, "active")
            #expect(try device.quiesce("send", "touch", "--switcher", "--on", "First").code == 0)
            try device.wait(first, "active")
        }
    }

    @Test(
        "A question is drawn over its app, covers it, and is answered by a touch on its button",
        .behaviour("S13", "U4"))
    func prompt() throws {
        try withDevice { device in
            let app = try device.installRecorder(["CFBundleDisplayName": "Recorder"])
            try device.open(app, "--fifo")
            try device.wait(app, "active")
            try device.tell(app, "register")
            try device.wait(app, "inactive")
            let screen = try device.quiesce("screen").out
            #expect(
                screen.contains("“Recorder” Would Like to Send You Notifications"), "\(screen)")
            let drawing = try device.quiesce("screen", "--svg", "-").out
            #expect(drawing.contains(">Allow</text>"))
            let covered = try device.quiesce("send", "touch", "3", "300")
            #expect(covered.code == 1)
            #expect(
                covered.error.contains("a question of Recorder")
                    && covered.error.contains("quiesce answer"), "\(covered.error)")
            #expect(try device.quiesce("send", "touch", "--on", "Allow").code == 0)
            try device.wait(app, toPrint: "registered 5")
            try device.wait(app, "active")
        }
    }

    @Test(
        "The keypad opens a device that is locked with a passcode, and says how often it was wrong",
        .behaviour("P3"))
    func keypad() throws {
        try withDevice { device in
            try device.perform(.passcode(.setPasscode("2580", old: nil)))
            try device.perform(.lock)
            for key in ["2", "5", "OK"] { try device.quiesce("send", "touch", "--on", key) }
            #expect(try device.status().locked)
            #expect(
                try device.quiesce("screen").out.contains("Wrong passcode: 1 failed try"))
            for key in ["2", "5", "8", "1"] { try device.quiesce("send", "touch", "--on", key) }
            #expect(try device.quiesce("screen").out.contains("4 typed"))
            for key in ["Delete", "0"] { try device.quiesce("send", "touch", "--on", key) }
            let opened = try device.quiesce("send", "touch", "--on", "OK")
            #expect(opened.code == 0, "\(opened.error)")
            #expect(try !device.status().locked)
        }
    }

    @Test(
        "Typed digits are forgotten when the device locks anew or the keypad is gone",
        .behaviour("P3"))
    func forgotten() throws {
        try withDevice { device in
            #expect(try device.call(.passcode(.pressKey(key: "1"))).refusal?.reason == "notLocked")
            try device.perform(.passcode(.setPasscode("2580", old: nil)))
            try device.perform(.lock)
            try device.perform(.passcode(.pressKey(key: "2")))
            #expect(try device.status().screen?.typed == 1)
            try device.perform(.lock)
            #expect(try device.status().screen?.typed == 0)
            #expect(
                try device.call(.passcode(.pressKey(key: "star"))).refusal?.reason == "malformed")
        }
    }

    @Test("An incoming call is answered, and ended, by touches on its buttons", .behaviour("S7"))
    func call() throws {
        try withDevice { device in
            let app = try device.installRecorder()
            try device.open(app)
            try device.wait(app, "active")
            try device.perform(.sendEvent(["call", "incoming"]))
            #expect(try device.quiesce("screen").out.contains("Incoming call"))
            #expect(try device.quiesce("send", "touch", "--on", "Accept").code == 0)
            #expect(try device.status().screen?.call == "answered")
            #expect(try device.quiesce("send", "touch", "--on", "End").code == 0)
            #expect(try device.status().screen?.call == nil)
            try device.wait(app, "active")
        }
    }

    @Test("A PNG of the whole screen is one, as large as it was asked for")
    func png() throws {
        try withDevice { device in
            let path = device.home + "/screen.png"
            #expect(try device.quiesce("screen", "--png", path, "--scale", "3").code == 0)
            let bytes = try Data(contentsOf: URL(fileURLWithPath: path))
            #expect(bytes.starts(with: [0x89, 0x50, 0x4e, 0x47]))
            #expect(bytes.dropFirst(16).prefix(8) == Data([0, 0, 3, 0xc0, 0, 0, 6, 0xa8]))
        }
    }
}

extension LiveDevice {
    /// Touches the place that a picture in words gives for these words.
    fileprivate func touch(_ words: String, of picture: String) throws {
        let lines = picture.split(separator: "\n")
        guard let line = lines.first(where: { $0.contains("\"\(words)\"") }),
            let place = line.split(separator: ":").first,
            case let numbers = place.split(separator: ",").compactMap({
                Double($0.trimmingCharacters(in: .whitespaces))
            }), numbers.count == 2
        else { throw Failure(description: "no \(words) in \(picture)") }
        let result = try quiesce("send", "touch", "\(numbers[0] + 9)", "\(numbers[1] + 9)")
        #expect(result.code == 0, "\(result.error)")
    }
}
