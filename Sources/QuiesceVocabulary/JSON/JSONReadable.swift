/// A value that can be read from JSON, by code that `scripts/derive` writes.
public protocol JSONReadable {
    init(json: JSONValue) throws(JSONError)
}

extension JSONReadable {
    /// The value of a whole text.
    public static func read(_ text: [UInt8]) throws(JSONError) -> Self {
        try JSONText.read(text) { value throws(JSONError) in try Self(json: value) }
    }

    /// As `read`, of bytes that somebody else holds.
    public static func read(_ text: UnsafeRawBufferPointer) throws(JSONError) -> Self {
        try JSONText.read(text) { value throws(JSONError) in try Self(json: value) }
    }
}

/// A value that is written as JSON and read again.
public typealias JSONValued = Described & JSONReadable

/// The content of a message that has several forms.
public typealias JSONContent = DescribedFields & JSONFields & Hashable & Sendable

/// One that is an object, or part of one.
public protocol JSONFields: JSONReadable {
    init(fields: JSONObject) throws(JSONError)
}

extension JSONFields {
    public init(json: JSONValue) throws(JSONError) {
        guard let fields = json.object else { throw .unexpected }
        self = try Self(fields: fields)
    }
}

extension JSONObject {
    public func read<Value: JSONReadable>(_ name: StaticString) throws(JSONError) -> Value {
        guard let value = self[name] else { throw .missing("\(name)") }
        return try Self.read(value, name)
    }

    public func readIfPresent<Value: JSONReadable>(_ name: StaticString) throws(JSONError) -> Value?
    {
        guard let value = self[name] else { return nil }
        return try Self.read(value, name)
    }

    public func read<Value: JSONReadable>(
        _ name: StaticString, or usual: Value
    ) throws(JSONError) -> Value {
        guard let value = self[name] else { return usual }
        return try Self.read(value, name)
    }

    private static func read<Value: JSONReadable>(
        _ value: JSONValue, _ name: StaticString
    ) throws(JSONError) -> Value {
        do {
            return try Value(json: value)
        } catch .unexpected {
            throw .wrong("\(name)")
        }
    }
}

extension UInt64: JSONReadable {
    public init(json: JSONValue) throws(JSONError) {
        guard let value = json.integer(UInt64.self) else { throw .unexpected }
        self = value
    }
}

extension Int64: JSONReadable {
    public init(json: JSONValue) throws(JSONError) {
        guard let value = json.integer(Int64.self) else { throw .unexpected }
        self = value
    }
}

extension UInt16: JSONReadable {
    public init(json: JSONValue) throws(JSONError) {
        guard let value = json.integer(UInt16.self) else { throw .unexpected }
        self = value
    }
}

extension UInt8: JSONReadable {
    public init(json: JSONValue) throws(JSONError) {
        guard let value = json.integer(UInt8.self) else { throw .unexpected }
        self = value
    }
}

extension Int32: JSONReadable {
    public init(json: JSONValue) throws(JSONError) {
        guard let value = json.integer(Int32.self) else { throw .unexpected }
        self = value
    }
}

extension Int: JSONReadable {
    public init(json: JSONValue) throws(JSONError) {
        guard let value = json.integer(Int.self) else { throw .unexpected }
        self = value
    }
}

extension Double: JSONReadable {
    public init(json: JSONValue) throws(JSONError) {
        guard let value = json.double else { throw .unexpected }
        self = value
    }
}

extension Bool: JSONReadable {
    public init(json: JSONValue) throws(JSONError) {
        guard let value = json.bool else { throw .unexpected }
        self = value
    }
}

extension String: JSONReadable {
    public init(json: JSONValue) throws(JSONError) {
        guard let value = json.string else { throw .unexpected }
        self = value
    }
}

extension Array: JSONReadable where Element: JSONReadable {
    public init(json: JSONValue) throws(JSONError) {
        guard let values = json.list else { throw .unexpected }
        self = []
        reserveCapacity(values.count)
        for value in values { append(try Element(json: value)) }
    }
}

extension Dictionary: JSONReadable where Key: DescribedKey, Value: JSONReadable {
    public init(json: JSONValue) throws(JSONError) {
        guard let fields = json.object else { throw .unexpected }
        self = [:]
        for (name, value) in fields.all {
            guard let key = Key(keyText: name) else { throw .unexpected }
            self[key] = try Value(json: value)
        }
    }
}

extension JSONValue {
    /// The name of a case, and the values that go with it.
    public func `case`() throws(JSONError) -> (word: JSONValue, values: JSONObject) {
        guard let (word, value) = object?.only, let values = value.object else { throw .unexpected }
        return (word, values)
    }
}

extension JSONObject {
    /// Which case of an enumeration it is.
    public func word(at name: StaticString) throws(JSONError) -> String {
        guard let value = self[name] else { throw .missing("\(name)") }
        guard let word = value.string else { throw .wrong("\(name)") }
        return word
    }
}
