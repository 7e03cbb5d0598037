import QuiesceBus

/// A value of a result's dictionary.
enum Field: Sendable, Hashable {
    case text(String)
    case number(UInt32)
    case long(UInt64)
    case flag(Bool)
    case actions([Action])

    /// A button of a notification.
    struct Action: Sendable, Hashable {
        var id: String
        var title: String
        /// The user writes a text.
        var takesText: Bool
    }

    /// Its type.
    var signature: String {
        switch self {
        case .text: "s"
        case .number: "u"
        case .long: "t"
        case .flag: "b"
        case .actions: "a(ssb)"
        }
    }
}

/// A dictionary of values by their keys. An absent value has no entry: D-Bus has no null.
typealias Fields = [String: Field]

extension Fields {
    /// Adds what is there.
    mutating func add(_ key: String, text: String?) {
        if let text { self[key] = .text(text) }
    }
}

extension BusMessage {
    /// An `a{sv}`, in the order of its keys.
    func append(fields: Fields) throws(BusError) {
        try begin(BusType.array, "{sv}")
        for (key, field) in fields.sorted(by: { $0.key < $1.key }) {
            try begin(BusType.entry, "sv")
            try append(key)
            try append(variant: field)
            try end()
        }
        try end()
    }

    /// A `v`.
    func append(variant field: Field) throws(BusError) {
        try begin(BusType.variant, field.signature)
        switch field {
        case .text(let text): try append(text)
        case .number(let number): try append(number)
        case .long(let number): try append(number)
        case .flag(let flag): try append(flag)
        case .actions(let actions):
            try begin(BusType.array, "(ssb)")
            for action in actions {
                try begin(BusType.structure, "ssb")
                try append(action.id)
                try append(action.title)
                try append(action.takesText)
                try end()
            }
            try end()
        }
        try end()
    }
}
