import Foundation
import QuiesceCrypto
import TestSupport
import Testing

@testable import QuiesceProtection

@Suite("Protected files") struct ProtectedFileTests {
    private func key(_ app: String = "org.example.A") -> AppKey {
        AppKey(app: app, id: .random(), key: SymmetricKey(bitCount: 256))
    }

    @Test(
        "What is sealed opens with the same key", .behaviour("P3"), arguments: [0, 1, 15, 70_000])
    func roundTrip(count: Int) throws {
        let contents = Data((0..<count).map { UInt8(truncatingIfNeeded: $0) })
        let key = key()
        let sealed = try ProtectedFile.seal(contents, with: key)
        #expect(sealed.count == count + ProtectedFile.overhead)
        #expect(try ProtectedFile.open(sealed, with: key) == contents)
        #expect(try ProtectedFile.keyID(of: sealed) == key.id)
        // A slice doesn't begin with index 0.
        #expect(try ProtectedFile.open((Data([9]) + sealed).dropFirst(), with: key) == contents)
    }

    @Test("Nothing of the contents is in the file, and twice the same isn't the same")
    func sealed() throws {
        let secret = Data("the treasure lies below the third palm".utf8)
        let key = key()
        let first = try ProtectedFile.seal(secret, with: key)
        #expect(first.range(of: secret) == nil)
        #expect(first.range(of: key.key.data) == nil)
        #expect(try ProtectedFile.seal(secret, with: key) != first)
    }

    @Test("Another app's file doesn't open, even where it pretends to be ours", .behaviour("P3"))
    func anotherApp() throws {
        let mine = key()
        let sealed = try ProtectedFile.seal(Data("x".utf8), with: mine)
        #expect(throws: ProtectedFile.Failure.anotherKey) {
            try ProtectedFile.open(sealed, with: key("org.example.B"))
        }
        // Another app's name with our key: the app's id is bound to the contents.
        let thief = AppKey(app: "org.example.B", id: mine.id, key: mine.key)
        #expect(throws: ProtectedFile.Failure.damaged) {
            try ProtectedFile.open(sealed, with: thief)
        }
    }

    @Test("A file that is cut anywhere, or of which any byte was changed, doesn't open")
    func damaged() throws {
        let key = key()
        let sealed = try ProtectedFile.seal(Data("some contents".utf8), with: key)
        for end in 0..<sealed.count {
            #expect(throws: ProtectedFile.Failure.self, "cut to \(end)") {
                try ProtectedFile.open(sealed.prefix(end), with: key)
            }
        }
        for place in sealed.indices {
            var changed = sealed
            changed[place] ^= 0x40
            #expect(throws: ProtectedFile.Failure.self, "byte \(place)") {
                try ProtectedFile.open(changed, with: key)
            }
        }
        #expect(throws: ProtectedFile.Failure.damaged) {
            try ProtectedFile.open(sealed + [0], with: key)
        }
    }

    @Test("The parts of two files of one app can't be put together")
    func mixed() throws {
        let key = key()
        let one = try ProtectedFile.seal(Data("one".utf8), with: key)
        let other = try ProtectedFile.seal(Data("two".utf8), with: key)
        #expect(throws: ProtectedFile.Failure.damaged) {
            try ProtectedFile.open(one.prefix(32) + other.dropFirst(32), with: key)
        }
    }

    @Test("What isn't a protected file is told from a damaged one, and a newer one from both")
    func notProtected() throws {
        let key = key()
        for plain in [Data(), Data("hello".utf8), Data(count: 500)] {
            #expect(throws: ProtectedFile.Failure.notProtected) {
                try ProtectedFile.open(plain, with: key)
            }
        }
        var newer = try ProtectedFile.seal(Data("x".utf8), with: key)
        newer[4] = 2
        #expect(throws: ProtectedFile.Failure.unknownVersion) {
            try ProtectedFile.open(newer, with: key)
        }
    }

    @Test("A file has a largest size")
    func tooLarge() throws {
        let contents = Data(count: ProtectedFile.largestContents + 1)
        #expect(throws: ProtectedFile.Failure.tooLarge) {
            try ProtectedFile.seal(contents, with: key())
        }
    }

    @Test("An answer with a key comes back as it was; rubbish is no answer", .behaviour("P3"))
    func answers() throws {
        let key = key()
        guard case .key(let back)? = KeyProtocol.answer(KeyProtocol.encode(.key(key))) else {
            Issue.record("no key")
            return
        }
        #expect(back.app == key.app && back.id == key.id && back.key == key.key)
        let refusal = KeyProtocol.encode(.refused(code: "c", message: "it's \"locked\""))
        guard case .refused("c", "it's \"locked\"")? = KeyProtocol.answer(refusal) else {
            Issue.record("no refusal")
            return
        }
        let whole = KeyProtocol.encode(.key(key))
        for end in 0..<whole.count { #expect(KeyProtocol.answer(whole.prefix(end)) == nil) }
        for bad in [
            "", "[]", "{}", #"{"type":"key"}"#,
            #"{"type":"key","app":"a","id":"00","key":"00"}"#,
            #"{"type":"key","app":"a","id":"0011223344556677","key":"zz"}"#,
        ] { #expect(KeyProtocol.answer(Data(bad.utf8)) == nil, "\(bad)") }
        #expect(KeyProtocol.isRequest(KeyProtocol.request))
        #expect(!KeyProtocol.isRequest(Data("{}".utf8)))
        #expect(KeyProtocol.socket(beside: "/run/q/app.sock") == "/run/q/keys.sock")
    }
}
