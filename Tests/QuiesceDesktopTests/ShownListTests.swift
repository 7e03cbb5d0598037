import Foundation
import TestSupport
import Testing

@testable import QuiesceDesktop

@Suite("What is known of what the desktop shows")
struct ShownListTests {
    @Test("It is kept for the next daemon, as long as the bus is the same")
    func kept() throws {
        let scratch = try ScratchDirectory()
        var list = ShownList(path: scratch.file("shown"))
        #expect(list.connected(to: "one").isEmpty)
        list.put(.init(id: 7, number: 1, owner: ":1.2"))
        list.put(.init(id: 8, number: 2, owner: ":1.2"))
        list.remove(8)

        var next = ShownList(path: scratch.file("shown"))
        #expect(next.connected(to: "one").isEmpty)
        #expect(next.entries == [.init(id: 7, number: 1, owner: ":1.2")])
        #expect(next.connected(to: "another").map(\.id) == [7])
        #expect(next.entries.isEmpty)
        #expect(!FileManager.default.fileExists(atPath: scratch.file("shown")))
    }

    @Test("A signal counts only from the server that shows the notification")
    func senders() {
        var list = ShownList(path: nil)
        list.put(.init(id: 7, number: 1, owner: ":1.2"))
        #expect(list.entry(number: 1, from: ":1.2")?.id == 7)
        #expect(list.entry(number: 1, from: ":1.3") == nil)
        #expect(list.entry(number: 1, from: nil) == nil)
        #expect(list.entry(number: 2, from: ":1.2") == nil)
        #expect(list.remove(of: ":1.2").map(\.id) == [7])
        #expect(list.entries.isEmpty)
    }

    @Test("A server that gives a number again has forgotten what had it")
    func numbersAgain() {
        var list = ShownList(path: nil)
        list.put(.init(id: 7, number: 1, owner: ":1.2"))
        list.put(.init(id: 8, number: 1, owner: ":1.2"))
        #expect(list.entries.map(\.id) == [8])
    }

    @Test("It has a bound, and the oldest go")
    func bound() {
        var list = ShownList(path: nil)
        for id in 1...UInt64(DesktopLimits.shown + 1) {
            list.put(.init(id: id, number: UInt32(id), owner: ":1.2"))
        }
        #expect(list.entries.count == DesktopLimits.shown)
        #expect(list[1] == nil)
    }

    @Test("A file that is none of ours is taken for what can be read of it")
    func spoiledFile() throws {
        let scratch = try ScratchDirectory()
        try Data("one\n7 1 :1.2\n7\nx y z\n99999999999999999999 1 :1.2\n\u{0}\n8 2 :1.2 4\n".utf8)
            .write(to: URL(fileURLWithPath: scratch.file("shown")))
        let list = ShownList(path: scratch.file("shown"))
        #expect(list.entries == [.init(id: 7, number: 1, owner: ":1.2")])
    }
}
