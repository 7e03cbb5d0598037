extension JetStream {
    /// The settings that a stream is made with; the rest is as the server has it.
    public struct Configuration: Sendable, Encodable {
        public struct Republish: Sendable, Encodable {
            public var src: String
            public var dest: String
        }

        public var name: String
        public var subjects: [String]
        /// Each subject's last message alone is kept.
        public var maxMsgsPerSubject = 1
        public var storage = "file"
        public var retention = "limits"
        public var numReplicas = 1
        public var allowDirect = true
        /// Nanoseconds for which a message is kept, 0 for ever, and for which its id is remembered.
        public var maxAge: Int64
        public var duplicateWindow: Int64?
        public var republish: Republish?

        /// `republished` is the beginning of the subjects on which a stored message is sent to
        /// those who listen, in the place of the stream's own.
        public init(
            name: String, subjects: String, keep: Duration? = nil, remember: Duration? = nil,
            republished: String? = nil
        ) {
            self.name = name
            self.subjects = [subjects]
            maxAge = keep?.wholeNanoseconds ?? 0
            duplicateWindow = remember?.wholeNanoseconds
            republish = republished.map { Republish(src: subjects, dest: $0) }
        }
    }
}

extension Duration {
    fileprivate var wholeNanoseconds: Int64 {
        components.seconds * 1_000_000_000 + components.attoseconds / 1_000_000_000
    }
}
