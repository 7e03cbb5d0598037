/// A type that is marked with `// derive:`, as its source says it.
struct Description {
    enum Content {
        case fields([Field])
        /// `tag`: the key of the case's name.
        case cases([Case], tag: String)
        /// An enumeration of strings.
        case words([Word])
        /// What has a raw value, and is written as that.
        case raw
    }

    /// With those around it: `MessageToApp.Call`.
    var name: String
    var access: String
    var content: Content
    var options: Set<String>
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
    /// Its initial value.
    var initially: String?
}

struct Case {
    var name: String
    var values: [Field]
}

struct Word {
    var name: String
    var text: String
}
