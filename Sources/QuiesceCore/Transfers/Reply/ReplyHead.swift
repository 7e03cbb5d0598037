/// The head of a response, as it came.
public struct ReplyHead: Sendable, Hashable {
    public var status: Int
    public var fields: [Field]

    public struct Field: Sendable, Hashable {
        public var name: String
        public var value: String

        public init(_ name: String, _ value: String) {
            self.name = name
            self.value = value
        }
    }

    public init(status: Int, fields: [Field] = []) {
        self.status = status
        self.fields = fields
    }

    /// Every value of a field, whatever the case of its name.
    public func values(_ name: String) -> [String] {
        fields.filter { ASCII.equal($0.name, name) }.map { ASCII.trimmed($0.value) }
    }

    /// The value of a field that comes once; nil also where two of them differ.
    public func value(_ name: String) -> String? {
        let all = values(name)
        guard let first = all.first, all.allSatisfy({ $0 == first }) else { return nil }
        return first
    }

    /// The bytes of the body are those of the file: nothing has compressed them on the way.
    public var isPlain: Bool {
        values("Content-Encoding").allSatisfy { $0.isEmpty || ASCII.equal($0, "identity") }
    }

    /// Several parts of a file with separators between them.
    var isMultipart: Bool {
        value("Content-Type").map { ASCII.hasPrefix($0, "multipart/byteranges") } ?? false
    }

    /// The length of the body, as the server announces it.
    public var bodyLength: BodyLength { BodyLength(self) }

    /// Whether the status asks for patience: 408, 425, 429 or 5xx.
    public var isBusy: Bool {
        status == 408 || status == 425 || status == 429 || (500...599).contains(status)
    }
}
