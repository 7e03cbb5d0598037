/// Takes what a value consists of, in order: JSON is written of it, and fingerprints are made of
/// it.
///
/// `Described` values are given to it by code that `scripts/derive` writes, one function for each
/// type.
public protocol Sink {
    mutating func beginObject()
    mutating func endObject()
    /// An object whose names nobody knows beforehand; `endObject` ends it.
    mutating func beginDictionary(count: Int)
    mutating func beginList(count: Int)
    mutating func endList()
    /// The next value's name in its object.
    mutating func key(_ name: StaticString)
    /// The same, of a dictionary.
    mutating func key(_ name: String)
    /// As `key`, of a value that might as well have been absent.
    mutating func present(_ name: StaticString)
    /// There is nothing of that name.
    mutating func absent(_ name: StaticString)
    /// Which case of an enumeration it is; the values that go with it follow, each with its name.
    /// `number`: its place among the cases.
    mutating func beginCase(_ word: StaticString, number: UInt64)
    mutating func endCase()
    /// Which case of an enumeration it is, under the name `key`. `number`: its place among them.
    mutating func word(_ word: StaticString, number: UInt64, at key: StaticString)
    /// The same, where the word is all there is.
    mutating func word(_ word: StaticString, number: UInt64)
    mutating func put(_ number: UInt64)
    mutating func put(_ number: Int64)
    mutating func put(_ number: Double)
    mutating func put(_ flag: Bool)
    mutating func put(_ text: String)
    mutating func put(_ app: AppID)
    /// Nothing, in a list.
    mutating func putNull()
}

/// A value that can be given to a `Sink`.
public protocol Described {
    func describe(to sink: inout some Sink)
}

/// One that is an object: what it consists of can stand in another's.
public protocol DescribedFields: Described {
    /// Without the object around them.
    func describeFields(to sink: inout some Sink)
}

extension DescribedFields {
    public func describe(to sink: inout some Sink) {
        sink.beginObject()
        describeFields(to: &sink)
        sink.endObject()
    }
}

extension Sink {
    public mutating func field(_ name: StaticString, _ value: some Described) {
        key(name)
        value.describe(to: &self)
    }

    public mutating func field(_ name: StaticString, _ value: (some Described)?) {
        guard let value else { return absent(name) }
        present(name)
        value.describe(to: &self)
    }

    /// Only where it isn't as usual.
    public mutating func field<Value: Described & Equatable>(
        _ name: StaticString, _ value: Value, unless usual: Value
    ) {
        if value == usual { return absent(name) }
        present(name)
        value.describe(to: &self)
    }
}

extension UInt64: Described {
    public func describe(to sink: inout some Sink) { sink.put(self) }
}

extension Int64: Described {
    public func describe(to sink: inout some Sink) { sink.put(self) }
}

extension Int: Described {
    public func describe(to sink: inout some Sink) { sink.put(Int64(self)) }
}

extension UInt16: Described {
    public func describe(to sink: inout some Sink) { sink.put(UInt64(self)) }
}

extension UInt8: Described {
    public func describe(to sink: inout some Sink) { sink.put(UInt64(self)) }
}

extension Int32: Described {
    public func describe(to sink: inout some Sink) { sink.put(Int64(self)) }
}

extension Double: Described {
    public func describe(to sink: inout some Sink) { sink.put(self) }
}

extension Bool: Described {
    public func describe(to sink: inout some Sink) { sink.put(self) }
}

extension String: Described {
    public func describe(to sink: inout some Sink) { sink.put(self) }
}

extension Array: Described where Element: Described {
    public func describe(to sink: inout some Sink) {
        sink.beginList(count: count)
        for element in self { element.describe(to: &sink) }
        sink.endList()
    }
}

extension Dictionary: Described where Key: DescribedKey, Value: Described {
    /// In the order of their keys.
    public func describe(to sink: inout some Sink) {
        sink.beginDictionary(count: count)
        for (key, value) in sorted(by: { $0.key < $1.key }) {
            sink.key(key.keyText)
            value.describe(to: &sink)
        }
        sink.endObject()
    }
}

/// A key of a dictionary that is written.
public protocol DescribedKey: Hashable, Comparable {
    var keyText: String { get }
    /// - Returns: nil for a text that stands for none.
    init?(keyText: String)
}

extension String: DescribedKey {
    public var keyText: String { self }
    public init?(keyText: String) { self = keyText }
}

/// A type that is written as one value of another type: a number, a name, a list.
public protocol WrittenAs: Described, JSONReadable {
    associatedtype Written: Described, JSONReadable
    var written: Written { get }
    /// - Returns: nil for what can't be.
    init?(written: Written)
}

extension WrittenAs {
    public func describe(to sink: inout some Sink) { written.describe(to: &sink) }

    public init(json: JSONValue) throws(JSONError) {
        guard let value = Self(written: try Written(json: json)) else { throw .unexpected }
        self = value
    }
}
