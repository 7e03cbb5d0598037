/// A type that is marked with `// derive:`, as its source says it.
struct Description {
    enum Content {
        case fields([Field])
        /// `tag`: the key of the case's name.
        case cases([Case], tag: String)
        /// Each case an object of its own, below its name: `{"open":{"_0":…}}`.
        case nested([Case])
        /// An enumeration of strings.
        case words([Word])
        /// A type with a raw value, which is written as that value.
        case raw
    }

    /// With those around it: `MessageToApp.Call`.
    var name: String
    var access: String
    var content: Content
    var options: Set<String>
    var isGeneric: Bool
    /// Called once its fields are read: it works out the rest.
    var then: String? { options.first { $0.hasPrefix("then=") }.map { String($0.dropFirst(5)) } }
    /// Nobody reads it back.
    var isOnlyWritten: Bool { options.contains("written") }
    /// A case's words stand among those of the others: both count from 0, so their fingerprints
    /// would be the same.
    var mixesWords: Bool {
        guard case .cases(let cases, _) = content else { return false }
        return cases.contains { $0.values.contains(where: \.isAmongThem) }
    }
}

/// A stored property, or an associated value.
struct Field {
    /// As Swift knows it.
    var name: String
    /// As JSON does.
    var key: String
    var type: String
    /// Left out where it has this value.
    var usual: String?
    /// An associated value without a label.
    var isUnlabelled: Bool
    /// Its own fields stand in the place of one of its name.
    var isFlat: Bool
    /// The field is of an enumeration whose cases stand among those around it: its word is theirs.
    var isAmongThem = false
    /// It follows from the rest, or lasts no longer than a moment.
    var isOmitted = false
}

struct Case {
    var name: String
    var values: [Field]
}

struct Word {
    var name: String
    var text: String
}
