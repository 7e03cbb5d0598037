import Foundation
import TestSupport
import Testing

@Suite("What the command line says of apps that end, are gone, or never were") struct ConsoleTests {
    private func install(_ device: LiveDevice, _ body: String, id: String = "org.example.Ends")
        throws
        -> String
    { try device.install(python: body, id: id) }

    @Test(
        "open --console says how an app ended, and only an end as it should be is exit code 0",
        .behaviour("W1"),
        arguments: [
            ("sys.exit(3)", 1, "it exited by itself with code 3"),
            ("import os; os.abort()", 1, "it crashed with signal 6"),
            ("print('done')", 0, ""),
        ] as [(String, Int32, String)])
    func endings(body: String, code: Int32, words: String) throws {
        try withDevice { device in
            let app = try install(device, body)
            let run = try device.quiesce("open", app, "--console")
            #expect(run.code == code, "\(run.error)")
            #expect(words.isEmpty || run.error.lowercased().contains(words), "\(run.error)")
            #expect(run.error.split(separator: "\n").count == (code == 0 ? 0 : 1))
        }
    }

    @Test("A program that never connects is told apart from an app that is slow", .behaviour("W1"))
    func neverConnects() throws {
        try withDevice(profile: "launchLimitSeconds = 1") { device in
            let app = try install(device, "import time; time.sleep(1000)")
            let run = try device.quiesce("open", app, "--console")
            #expect(run.code == 1)
            #expect(run.error.contains("had not connected within 1 s"), "\(run.error)")
            let ending = try #require(try device.whyKilled(app).last)
            #expect(ending.reason == "launchTimedOut" && ending.rule == "W1")
            #expect(ending.change?.contains("docs/protocol.md") == true)
        }
    }

    @Test("Of several that start the same device at once, all find it running")
    func upAtOnce() throws {
        let device = try LiveDevice()
        defer { device.tearDown() }
        let up = try LiveDevice.run(
            [
                "/bin/bash", "-c",
                """
                for i in 1 2 3 4; do "$0" up & all="$all $!"; done
                for one in $all; do wait $one || echo "failed: $?"; done
                """, BuiltProducts.path("quiesce"),
            ], home: device.home)
        defer { _ = try? device.quiesce("down") }
        #expect(up.code == 0 && !up.out.contains("failed"), "\(up.out)\(up.error)")
        #expect(up.out.components(separatedBy: "is running, pid").count - 1 == 1, "\(up.out)")
        #expect(up.out.components(separatedBy: "is running already, pid").count - 1 == 3)
        let again = try LiveDevice.run(
            [BuiltProducts.path("quiesced"), "--home", device.home], home: device.home)
        #expect(again.code == 1)
        #expect(again.error.contains("stop it with `quiesce down`, or choose another --home"))
    }

    @Test("Arguments for an app that runs already are not dropped without a word")
    func arguments() throws {
        try withDevice { device in
            let app = try device.install(example: "SlowCount")
            #expect(try device.quiesce("open", app, "--", "--count", "5").error.isEmpty)
            try device.wait(app, "active")
            #expect(try device.quiesce("open", app).error.isEmpty)
            let again = try device.quiesce("open", app, "--", "--count", "6")
            #expect(again.code == 0)
            #expect(again.error.contains("keeps the arguments it was started with"))
            #expect(again.error.split(separator: "\n").count == 1)
        }
    }

    @Test(
        "An app that is opened while it still ends is shown from its new start, with its new arguments",
        .behaviour("U1"))
    func openedWhileItEnds() throws {
        try withDevice { device in
            let app = try device.install(example: "Misbehaving")
            let first = try device.quiesce("open", app, "--", "--slow-terminate", "600")
            try #require(first.code == 0)
            try device.wait(app, "active")
            try device.wait(app, toPrint: "didBecomeActive")
            try #require(try device.quiesce("quit", app).code == 0)
            let again = try device.quiesce("open", app, "--console", "--", "--exit", "3")
            #expect(again.code == 1)
            #expect(again.out.contains("didFinishLaunching"), "\(again.out)")
            #expect(again.error.contains("exited by itself with code 3"), "\(again.error)")
            #expect(!again.error.contains("runs already"))
        }
    }

    @Test(
        "A mistyped id is refused every time, and is no app for having been typed", .behaviour("D2")
    )
    func typos() throws {
        try withDevice { device in
            let before = try device.quiesce("why", "org.nobody.Nothing")
            #expect(before.code == 1)
            for command in ["open", "quit", "uninstall"] {
                #expect(try device.quiesce(command, "org.nobody.Nothing").code == 1)
            }
            #expect(try device.quiesce("send", "fetch", "org.nobody.Nothing").code == 1)
            let after = try device.quiesce("why", "org.nobody.Nothing")
            #expect(after.code == 1 && after.error == before.error)
            #expect(try !device.quiesce("why").out.contains("org.nobody.Nothing"))
        }
    }

    @Test(
        "The log of an app that was uninstalled can be read, by its short name too",
        .behaviour("D2"))
    func gone() throws {
        try withDevice { device in
            let app = try install(device, "sys.exit(3)")
            _ = try device.quiesce("open", app, "--console")
            try #require(try device.quiesce("uninstall", app).code == 0)
            for name in [app, "Ends"] {
                let log = try device.quiesce("log", "--app", name)
                #expect(log.code == 0 && log.out.contains("exitedWithError"), "\(log.error)")
                let output = try device.quiesce("output", name)
                #expect(output.code == 1)
                #expect(output.error.contains("its output was deleted with it"))
            }
        }
    }

    @Test("Output that isn't kept is told apart from an app that was never launched")
    func output() throws {
        try withDevice { device in
            let app = try install(device, "print('here')")
            let never = try device.quiesce("output", app)
            #expect(never.code == 1 && never.error.contains("it has not been launched"))
            _ = try device.quiesce("open", app, "--console")
            let other = try device.quiesce("output", app, "--launch", "99")
            #expect(other.code == 1)
            #expect(other.error.contains("there is no output of launch 99, only of launch 1"))
            #expect(try device.quiesce("output", app, "--launch", "1").out == "here\n")
        }
    }
}
