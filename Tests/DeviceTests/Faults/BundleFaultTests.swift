import Foundation
import Glibc
import QuiesceWire
import TestSupport
import Testing

/// Through the daemon's `install`; each single fault is in `QuiesceBundleTests`.
@Suite("Installing what shouldn't be installed, and when")
struct BundleFaultTests {
    private func expectRefusal(
        _ device: LiveDevice, _ word: String, _ change: (URL) throws -> Void,
        line: SourceLocation = #_sourceLocation
    ) throws {
        let bundle = try device.pythonBundle("org.quiesce.test.wrong")
        try change(bundle)
        let refusal = try device.install(bundle).refusal
        #expect(refusal?.reason == "invalidBundle", sourceLocation: line)
        let message = refusal?.message ?? ""
        #expect(message.contains(word), "\(message)", sourceLocation: line)
        #expect(!message.contains("\n"), sourceLocation: line)
        #expect(try device.apps() == ["org.quiesce.test.puppet"], sourceLocation: line)
        for (folder, names) in [("bundles", ["org.quiesce.test.puppet"]), ("stages", [])] {
            let left = try FileManager.default.contentsOfDirectory(
                atPath: "\(device.home)/\(folder)")
            #expect(left == names, sourceLocation: line)
        }
    }

    @Test(
        "A wrong bundle is refused with one line, leaves nothing behind and disturbs no app",
        .behaviour("reliability B1", "reliability B2", "reliability B3", "reliability B4"))
    func wrongBundles() throws {
        try withDevice { device in
            let puppet = try Puppet(device)
            try device.open(puppet.app)
            try device.wait(puppet.app, "active")
            let plist = { (bundle: URL) in bundle.appendingPathComponent("Info.plist") }
            let program = { (bundle: URL) in bundle.appendingPathComponent("App") }
            try expectRefusal(device, "Info.plist") {
                try Data("<plist>".utf8).write(to: plist($0))
            }
            try expectRefusal(device, "CFBundleIdentifier") {
                try device.infoPlist("../../etc").write(to: plist($0))
            }
            try expectRefusal(device, "App") { unlink(program($0).path) }
            try expectRefusal(device, "chmod +x") { chmod(program($0).path, 0o644) }
            try expectRefusal(device, "symbolic link") {
                unlink(program($0).path)
                symlink("/bin/sh", program($0).path)
            }
            try expectRefusal(device, "symbolic link") {
                symlink("/etc", $0.appendingPathComponent("data").path)
            }
            try expectRefusal(device, "setuid") { chmod(program($0).path, 0o4755) }
            try expectRefusal(device, "data") {
                mkfifo($0.appendingPathComponent("data").path, 0o644)
            }
            #expect(try device.ps(puppet.app).state == "active")
            // No descriptor, or one of something else.
            #expect(try device.call(.install()).refusal?.reason == "invalidBundle")
            let null = open("/dev/null", O_RDONLY)
            defer { close(null) }
            #expect(
                try device.call(.install(), descriptor: null).refusal?.reason == "invalidBundle")
        }
    }

    @Test(
        "An unknown background mode is reported and ignored", .behaviour("reliability B2", "O4"))
    func unknownMode() throws {
        try withDevice { device in
            let bundle = try device.pythonBundle("org.quiesce.test.modes")
            var text = String(
                decoding: try Data(contentsOf: bundle.appendingPathComponent("Info.plist")),
                as: UTF8.self)
            text = text.replacingOccurrences(of: "<string>fetch", with: "<string>telepathy")
            try Data(text.utf8).write(to: bundle.appendingPathComponent("Info.plist"))
            let answer = try device.install(bundle)
            #expect(answer.message?.contains("telepathy") == true, "\(answer)")
            let refusal = try device.call(.fetch(.sendFetch(app: "org.quiesce.test.modes"))).refusal
            #expect(refusal?.reason == "modeNotDeclared")
        }
    }

    enum When: CaseIterable { case running, frozen, waking }

    @Test(
        "Updating, going back to an older version and removing wait for the app's end, one version at a time",
        .behaviour("reliability B5", "W4"), arguments: When.allCases)
    func replaced(when: When) throws {
        try withDevice(profile: "launchLimitSeconds = 60") { device in
            let puppet = try Puppet(device)
            let app = puppet.app
            for version in ["2.0", "1.0"] {
                try bring(puppet, when, device)
                let old = try device.ps(app)
                let pid = try #require(old.pid)
                let mark = try device.mark()
                #expect(
                    try device.install(device.pythonBundle(app, version: version)).refusal == nil)
                // Answered when the old one is gone and the new one in place.
                try waitUntil("gone") { !processExists(pid) }
                #expect(try versions(device) == [version])
                // A wake-up under way is for the next launch, of the new version.
                if when == .waking {
                    try device.wait(for: "the next launch", app: app, after: mark) {
                        $0.kind == "transition" && $0.to == "background" && $0.reason == "launched"
                    }
                    #expect(try device.ps(app).launch > old.launch)
                }
                puppet.disconnect()
                try device.perform(.home)
                _ = try device.call(.quit(app: app))
                try device.wait(app, "notRunning")
            }
            try bring(puppet, when, device)
            let pid = try device.pid(app)
            try device.perform(.uninstall(app: app))
            #expect(try device.apps().isEmpty)
            try waitUntil("gone") { !processExists(pid) }
            for folder in ["bundles", "containers"] {
                try waitUntil("empty") {
                    try FileManager.default.contentsOfDirectory(
                        atPath: "\(device.home)/\(folder)"
                    ).isEmpty
                }
            }
            #expect(try device.push(app).refusal?.reason == "unknownApp")
            #expect(try device.down() == 0)
            #expect(try device.storedFacts(like: "wake/%") == [])
            #expect(try device.storedFacts(like: "app/%") == [])
        }
    }

    private func bring(_ puppet: Puppet, _ when: When, _ device: LiveDevice) throws {
        puppet.disconnect()
        switch when {
        case .running:
            try device.open(puppet.app)
            try device.wait(puppet.app, "active")
        case .frozen:
            try device.open(puppet.app)
            try device.wait(puppet.app, "active")
            try device.perform(.home)
            try device.wait(puppet.app, "suspended")
        case .waking:
            try device.open(puppet.app, "--hold")
            try device.wait(puppet.app, "active")
            try device.perform(.home)
            try device.wait(puppet.app, "suspended")
            #expect(try device.push(puppet.app).refusal == nil)
            try waitUntil("pushed") { try puppet.ask("result = len(completions)", Int.self) == 1 }
        }
    }

    private func versions(_ device: LiveDevice) throws -> [String] {
        try device.perform(.apps).items.map {
            try AppRow.read(Array($0.utf8)).version
        }
    }
}
