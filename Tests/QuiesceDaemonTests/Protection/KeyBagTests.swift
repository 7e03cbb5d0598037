import Foundation
import Glibc
import QuiesceCore
import QuiesceCrypto
import QuiesceProtection
import TestSupport
import Testing

@testable import QuiesceDaemon

@Suite("Key bag") struct KeyBagTests {
    private let directory: BagDirectory
    private let app: AppID
    private let other: AppID

    init() throws {
        directory = try BagDirectory()
        app = try #require(AppID("org.example.A"))
        other = try #require(AppID("org.example.B"))
    }

    private func bag() throws -> KeyBag { try KeyBag(directory.files) }

    @Test(
        "Without a passcode a new bag is open, and so is it for the next daemon", .behaviour("P3"))
    func withoutPasscode() throws {
        let key = try #require(try bag().key(of: app))
        let again = try bag()
        #expect(again.isOpen && !again.hasPasscode && again.notes.isEmpty)
        #expect(try again.key(of: app)?.key == key.key)
        #expect(try again.key(of: app)?.id == key.id)
        #expect(try again.key(of: other)?.key != key.key)
        #expect(directory.mode("keys.json") == 0o600 && directory.mode("device.key") == 0o600)
    }

    @Test(
        "With a passcode the next daemon's bag is closed until that is given", .behaviour("P3"))
    func withPasscode() throws {
        let first = try bag()
        let key = try #require(try first.key(of: app))
        try first.set("1234", classKey: try #require(first.openKey))
        #expect(!directory.names.contains("device.key"), "it would open the bag without")
        #expect(first.isOpen, "the user who sets it has unlocked the device")

        let second = try bag()
        #expect(second.hasPasscode && !second.isOpen)
        #expect(try second.key(of: app) == nil)
        for wrong in ["1235", "", "123", "12345", "1234 "] {
            #expect(second.open(with: wrong) == nil)
        }
        second.hold(try #require(second.open(with: "1234")))
        #expect(try second.key(of: app)?.key == key.key)
        second.forget()
        #expect(!second.isOpen)
        #expect(try second.key(of: app) == nil)
    }

    @Test("Another passcode replaces the first; cleared, none is needed", .behaviour("P3"))
    func changes() throws {
        let bag = try bag()
        let key = try #require(try bag.key(of: app))
        try bag.set("first", classKey: try #require(bag.openKey))
        try bag.set("second", classKey: try #require(bag.open(with: "first")))
        #expect(bag.open(with: "first") == nil)
        try bag.clear(classKey: try #require(bag.open(with: "second")))
        let next = try self.bag()
        #expect(next.isOpen && !next.hasPasscode)
        #expect(try next.key(of: app)?.key == key.key)
    }

    @Test("Neither a key nor the passcode lies on the disk while one is set", .behaviour("P3"))
    func onDisk() throws {
        let bag = try bag()
        let key = try #require(try bag.key(of: app))
        let classKey = try #require(bag.openKey)
        try bag.set("correct horse", classKey: classKey)
        for name in directory.names {
            let bytes = try directory.bytes(of: name)
            for secret in [key.key.data, classKey.data, Data("correct horse".utf8)] {
                #expect(bytes.range(of: secret) == nil)
                #expect(bytes.range(of: secret.base64EncodedData()) == nil)
                #expect(bytes.range(of: Data(secret.hexadecimal.utf8)) == nil)
            }
        }
    }

    @Test("An app that is uninstalled takes its key with it", .behaviour("P3"))
    func removal() throws {
        let bag = try bag()
        let key = try #require(try bag.key(of: app))
        _ = try bag.key(of: other)
        try bag.remove(app)
        #expect(try bag.key(of: app)?.key != key.key, "installed again it has a new one")
        try bag.keepOnly([other])
        let next = try self.bag()
        #expect(try next.key(of: other)?.key == bag.key(of: other)?.key)
        #expect(try next.key(of: app)?.id != key.id)
    }

    enum Change: String, CaseIterable, CustomTestStringConvertible {
        case set, change, clear
        var testDescription: String { rawValue }
    }

    /// The daemon dies before each change of the disk in turn.
    @Test(
        "Killed anywhere while the passcode is set, changed or cleared, the bag opens with the old or the new one",
        .behaviour("P3", "reliability D2"), arguments: Change.allCases)
    func killed(change: Change) throws {
        struct Killed: Error {}
        var step = 0
        while true {
            let directory = try BagDirectory()
            let bag = try KeyBag(directory.files)
            let key = try #require(try bag.key(of: app))
            let classKey = try #require(bag.openKey)
            if change != .set { try bag.set("old", classKey: classKey) }
            var left = step
            bag.beforeStep {
                guard left > 0 else { throw Killed() }
                left -= 1
            }
            var wasKilled = false
            do {
                switch change {
                case .set, .change: try bag.set("new", classKey: classKey)
                case .clear: try bag.clear(classKey: classKey)
                }
            } catch is Killed {
                wasKilled = true
            }
            let finished = left > 0

            let next = try KeyBag(directory.files)
            #expect(next.notes.isEmpty, "\(change) before step \(step): \(next.notes)")
            if next.hasPasscode {
                #expect(!next.isOpen)
                let old = next.open(with: "old")
                let new = next.open(with: "new")
                #expect((old == nil) != (new == nil), "\(change) before step \(step)")
                if !wasKilled, change != .clear { #expect(new != nil) }
                next.hold(try #require(old ?? new))
                #expect(!directory.names.contains("device.key"), "\(change) before step \(step)")
            } else {
                #expect(next.isOpen)
                #expect(change != .change)
                if change == .set { #expect(wasKilled) }
            }
            #expect(try next.key(of: app)?.key == key.key, "\(change) before step \(step)")
            step += 1
            if finished { break }
            try #require(step < 100)
        }
        #expect(step > 5, "it had so many steps")
    }

    @Test(
        "A bag cut anywhere or of rubbish is set aside, said, and a new one made", .behaviour("P3"))
    func damaged() throws {
        let bag = try bag()
        _ = try bag.key(of: app)
        let whole = try directory.bytes(of: "keys.json")
        let places = stride(from: 0, to: whole.count, by: 7)
        for end in places {
            try directory.write("keys.json", whole.prefix(end))
            let next = try KeyBag(directory.files)
            #expect(next.isOpen)
            #expect(next.notes.count == 1, "cut to \(end)")
            #expect(directory.names.contains("keys.json.damaged"))
        }
        // The key that opens it is another's.
        try directory.write("keys.json", whole)
        try directory.write("device.key", Data(count: 32))
        #expect(try KeyBag(directory.files).notes.count == 1)
    }

    @Test("A disk that takes nothing leaves the bag as it was", .behaviour("P3", "reliability D1"))
    func full() throws {
        struct Full: Error {}
        let bag = try bag()
        bag.beforeStep { throw Full() }
        #expect(throws: Full.self) { try bag.key(of: app) }
        #expect(throws: Full.self) {
            try bag.set("1234", classKey: try #require(bag.openKey))
        }
        #expect(!bag.hasPasscode && bag.isOpen)
        bag.beforeStep {}
        #expect(try bag.key(of: app) != nil)
    }
}

/// A folder for a bag, which goes with it.
private final class BagDirectory {
    private let folder: ScratchDirectory
    let descriptor: Int32
    var path: String { folder.path }

    init() throws {
        folder = try ScratchDirectory()
        descriptor = open(folder.path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    }

    deinit { close(descriptor) }

    var files: KeyBagFiles { KeyBagFiles(directory: descriptor) }
    var names: [String] { (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? [] }

    func bytes(of name: String) throws -> Data {
        try Data(contentsOf: URL(fileURLWithPath: "\(path)/\(name)"))
    }

    func write(_ name: String, _ bytes: Data) throws {
        try bytes.write(to: URL(fileURLWithPath: "\(path)/\(name)"))
    }

    func mode(_ name: String) -> mode_t {
        var status = stat()
        return stat("\(path)/\(name)", &status) == 0 ? status.st_mode & 0o777 : 0
    }
}
