// What is as usual is left out of a message.

extension KeyedDecodingContainer {
    func decode<Value: Decodable>(_ key: Key, or usual: Value) throws -> Value {
        try decodeIfPresent(Value.self, forKey: key) ?? usual
    }
}

extension KeyedEncodingContainer {
    mutating func encode<Value: Encodable & Equatable>(
        _ value: Value, forKey key: Key, unless usual: Value
    ) throws {
        if value != usual { try encode(value, forKey: key) }
    }
}
