/// The identifier of an installed app: its bundle identifier, for example
/// `org.quiesce.examples.SlowCount`.
public struct AppID: Sendable, Hashable, Comparable, CustomStringConvertible {
    /// Ids are copied and looked up with every event: a copy of one is a word, and its hash is
    /// known.
    @usableFromInline final class Storage: Sendable {
        @usableFromInline let name: String
        @usableFromInline let hash: UInt64
        /// The name, whole, as fingerprints take it: sooner compared than a string.
        @usableFromInline let words: [UInt64]

        init(_ name: String) {
            self.name = name
            words = Fingerprint.words(of: name)
            var hash = Fingerprint()
            for word in words { hash.add(word) }
            self.hash = hash.value
        }
    }

    @usableFromInline let storage: Storage

    /// Bytes of an app id. It becomes a directory name together with a launch number, and NAME_MAX
    /// is 255.
    public static let mostBytes = 155

    @inlinable public var name: String { storage.name }
    @inlinable package var words: [UInt64] { storage.words }

    /// - Returns: nil unless `name` is a reverse-DNS name of 1…155 ASCII letters, digits, `-` and
    ///   `.` that can also serve as a file name: no empty part, no leading `-`.
    public init?(_ name: String) {
        let bytes = name.utf8
        guard (1...Self.mostBytes).contains(bytes.count) else { return nil }
        var previous = UInt8(ascii: ".")
        for byte in bytes {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"):
                break
            case UInt8(ascii: "-"), UInt8(ascii: "."):
                if previous == UInt8(ascii: ".") { return nil }
            case _:
                return nil
            }
            previous = byte
        }
        if previous == UInt8(ascii: ".") { return nil }
        storage = Storage(name)
    }

    @inlinable public static func == (a: AppID, b: AppID) -> Bool {
        a.storage === b.storage
            || (a.storage.hash == b.storage.hash && a.storage.words == b.storage.words)
    }

    @inlinable public func hash(into hasher: inout Hasher) { hasher.combine(storage.hash) }
    @inlinable public func _rawHashValue(seed: Int) -> Int { storage.hash.spread(seed) }

    public var description: String { name }
    @inlinable public static func < (a: AppID, b: AppID) -> Bool { a.name < b.name }
}

/// The number of one life of an app's process. It only grows, so what a dead process said can't
/// be taken for its successor's word.
public struct Launch: Sendable, Hashable, Comparable, CustomStringConvertible {
    public let number: UInt64

    @inlinable public init(number: UInt64) { self.number = number }

    @inlinable public var next: Launch { Launch(number: number &+ 1) }
    public var description: String { String(number) }
    @inlinable public static func < (a: Launch, b: Launch) -> Bool { a.number < b.number }
}

extension AppID: Described, JSONReadable, DescribedKey {
    public func describe(to sink: inout some Sink) { sink.put(self) }

    public init(json: JSONValue) throws(JSONError) {
        guard let name = json.string, let app = AppID(name) else { throw .unexpected }
        self = app
    }

    public var keyText: String { name }
    public init?(keyText: String) { self.init(keyText) }
}

extension Launch: WrittenAs {
    public var written: UInt64 { number }
    public init(written: UInt64) { self.init(number: written) }
}
