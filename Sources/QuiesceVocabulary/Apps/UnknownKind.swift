/// A `type` (or `call`) that this version of the protocol doesn't have.
package struct UnknownKind: Error {
    package let name: String
}

extension KeyedDecodingContainer {
    /// The message's kind; a string that names none is `UnknownKind`, anything else is malformed.
    package func kind<Kind: RawRepresentable>(_: Kind.Type, at key: Key) throws -> Kind
    where Kind.RawValue == String {
        let name = try decode(String.self, forKey: key)
        guard let kind = Kind(rawValue: name) else { throw UnknownKind(name: name) }
        return kind
    }
}
