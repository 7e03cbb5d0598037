/// Something large that is copied and looked at often, and replaced as a whole: a copy is a word,
/// and a look at a part of it copies that part alone.
final class Shared<Value: Sendable & Hashable>: Sendable, Hashable {
    let value: Value

    init(_ value: Value) { self.value = value }

    static func == (a: Shared, b: Shared) -> Bool { a === b || a.value == b.value }
    func hash(into hasher: inout Hasher) { hasher.combine(value) }
}

extension Shared: Described, JSONReadable, WrittenAs where Value: Described & JSONReadable {
    var written: Value { value }
    convenience init(written: Value) { self.init(written) }
}
