import Foundation
import TestSupport
import Testing

@Suite("What commands say that they did") struct OutcomeTests {
    @Test("Each tells in a line what apps made of it, or that none did", .behaviour("D1"))
    func lines() throws {
        try withDevice { device in
            let app = try device.install(example: "Gallery")
            func says(_ arguments: String..., like words: String) throws {
                let run = try LiveDevice.run(
                    [BuiltProducts.path("quiesce")] + arguments, home: device.home)
                #expect(run.code == 0, "\(arguments): \(run.error)")
                #expect(run.out == words + "\n", "\(arguments)")
            }
            try says("home", like: "home: no app was in front")
            try says("open", "Gallery", like: "open: Gallery was started")
            try device.wait(app, "active")
            try says("open", "Gallery", like: "open: Gallery is in front already")
            try says(
                "send", "orientation", "landscapeLeft",
                like: "orientation landscapeLeft: Gallery was told")
            try says(
                "send", "orientation", "landscapeLeft",
                like: "orientation landscapeLeft: nothing is different")
            try says("send", "alert", "show", like: "alert show: Gallery is inactive now")
            try says("send", "alert", "dismiss", like: "alert dismiss: Gallery is active again")
            try says("settings", "Gallery", "speed", "2", like: "speed 2: Gallery was told")
            try says("settings", "Gallery", "speed", "2", like: "speed 2: as it was before")
            try says("home", like: "home: Gallery left the screen")
            try device.wait(app, "suspended")
            try says(
                "send", "battery", "50%",
                like:
                    "battery 50%: no app that executes is told; suspended ones are when they wake")
            try says("lock", like: "lock: no app was in front")
            try says("lock", like: "lock: it was locked already")
            try says("unlock", like: "unlock: no app is in front")
            try says("unlock", like: "unlock: it was not locked")
            try says("open", "Gallery", like: "open: Gallery came to the front")
            try says("quit", "Gallery", like: "quit: Gallery is ended")
            try device.wait(app, "notRunning")
            try says("uninstall", "Gallery", like: "uninstalled \(app)")
        }
    }

    @Test("A fetch that was asked for is told with its end", .behaviour("F9", "F2"))
    func fetch() throws {
        try withDevice { device in
            let app = try device.install(example: "Misbehaving")
            let run = try device.quiesce("send", "fetch", "Misbehaving")
            let begin = "fetch: Misbehaving was launched in the background"
            // It may take longer than the command waits.
            #expect(
                run.out.hasPrefix(begin + ", completed with new data after ")
                    || run.out == begin + "; it has not completed it yet\n", "\(run.out)")
            try device.wait(app, "suspended")
        }
    }
}
