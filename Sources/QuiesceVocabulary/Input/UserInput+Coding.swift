// Flat, with a `type`, as the messages are.
extension UserInput: Codable {
    private enum Key: String, CodingKey {
        case type, command
    }

    enum Kind: String, Codable, CaseIterable {
        case touch, shake, remoteControl
    }

    public init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: Key.self)
        switch try fields.decode(Kind.self, forKey: .type) {
        case .touch:
            self = .touch(try Touch(from: decoder))
        case .shake:
            self = .shake
        case .remoteControl:
            self = .remoteControl(try fields.decode(RemoteControl.self, forKey: .command))
        }
    }

    public func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: Key.self)
        switch self {
        case .touch(let touch):
            try fields.encode(Kind.touch, forKey: .type)
            try touch.encode(to: encoder)
        case .shake:
            try fields.encode(Kind.shake, forKey: .type)
        case .remoteControl(let command):
            try fields.encode(Kind.remoteControl, forKey: .type)
            try fields.encode(command, forKey: .command)
        }
    }
}
