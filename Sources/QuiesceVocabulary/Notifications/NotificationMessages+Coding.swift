// Flat, with an `action`.
extension NotificationDemand: Codable {
    private enum Key: String, CodingKey { case action, notification, name, badge, types }
    enum Action: String, Codable, CaseIterable { case schedule, cancel, setBadge, register }

    public init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: Key.self)
        switch try fields.decode(Action.self, forKey: .action) {
        case .schedule:
            self = .schedule(try fields.decode(NotificationContent.self, forKey: .notification))
        case .cancel: self = .cancel(name: try fields.decodeIfPresent(String.self, forKey: .name))
        case .setBadge: self = .setBadge(try fields.decode(Int.self, forKey: .badge))
        case .register: self = .register(try fields.decode([String].self, forKey: .types))
        }
    }

    public func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: Key.self)
        switch self {
        case .schedule(let content):
            try fields.encode(Action.schedule, forKey: .action)
            try fields.encode(content, forKey: .notification)
        case .cancel(let name):
            try fields.encode(Action.cancel, forKey: .action)
            try fields.encodeIfPresent(name, forKey: .name)
        case .setBadge(let badge):
            try fields.encode(Action.setBadge, forKey: .action)
            try fields.encode(badge, forKey: .badge)
        case .register(let types):
            try fields.encode(Action.register, forKey: .action)
            try fields.encode(types, forKey: .types)
        }
    }
}

// Flat, with a `kind`.
extension NotificationCallback: Codable {
    private enum Key: String, CodingKey { case kind, notification, opened, names }
    enum Kind: String, Codable, CaseIterable { case received, dropped }

    public init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: Key.self)
        switch try fields.decode(Kind.self, forKey: .kind) {
        case .received:
            self = .received(
                try fields.decode(NotificationContent.self, forKey: .notification),
                opened: try fields.decode(.opened, or: false))
        case .dropped: self = .dropped(try fields.decode([String].self, forKey: .names))
        }
    }

    public func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: Key.self)
        switch self {
        case .received(let content, let opened):
            try fields.encode(Kind.received, forKey: .kind)
            try fields.encode(content, forKey: .notification)
            try fields.encode(opened, forKey: .opened, unless: false)
        case .dropped(let names):
            try fields.encode(Kind.dropped, forKey: .kind)
            try fields.encode(names, forKey: .names)
        }
    }
}
