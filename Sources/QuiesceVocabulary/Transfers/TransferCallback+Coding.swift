// Flat, with a `kind`.
extension TransferCallback: Codable {
    private enum Key: String, CodingKey {
        case kind, wake, session, task, transfer, question, inquiry, verdict
    }

    enum Kind: String, Codable, CaseIterable { case handleEvents, ask, completed, finishedEvents }

    public init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: Key.self)
        func number(_ key: Key) throws -> UInt64 { try fields.decode(UInt64.self, forKey: key) }
        let kind = try fields.decode(Kind.self, forKey: .kind)
        let session = try fields.decode(String.self, forKey: .session)
        switch kind {
        case .handleEvents: self = .handleEvents(wake: try number(.wake), session: session)
        case .ask:
            self = .ask(
                transfer: try number(.transfer), question: try number(.question),
                session: session, task: try number(.task),
                try fields.decode(TransferInquiry.self, forKey: .inquiry))
        case .completed:
            self = .completed(
                transfer: try number(.transfer), session: session, task: try number(.task),
                try fields.decode(TransferVerdict.self, forKey: .verdict))
        case .finishedEvents: self = .finishedEvents(session: session)
        }
    }

    public func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: Key.self)
        switch self {
        case .handleEvents(let wake, let session):
            try fields.encode(Kind.handleEvents, forKey: .kind)
            try fields.encode(session, forKey: .session)
            try fields.encode(wake, forKey: .wake)
        case .ask(let transfer, let question, let session, let task, let inquiry):
            try fields.encode(Kind.ask, forKey: .kind)
            try fields.encode(session, forKey: .session)
            try fields.encode(task, forKey: .task)
            try fields.encode(transfer, forKey: .transfer)
            try fields.encode(question, forKey: .question)
            try fields.encode(inquiry, forKey: .inquiry)
        case .completed(let transfer, let session, let task, let verdict):
            try fields.encode(Kind.completed, forKey: .kind)
            try fields.encode(session, forKey: .session)
            try fields.encode(task, forKey: .task)
            try fields.encode(transfer, forKey: .transfer)
            try fields.encode(verdict, forKey: .verdict)
        case .finishedEvents(let session):
            try fields.encode(Kind.finishedEvents, forKey: .kind)
            try fields.encode(session, forKey: .session)
        }
    }
}

extension TransferVerdict: Codable {
    private enum Key: String, CodingKey {
        case response, file, bytesReceived, bytesSent, failure, resumable
    }

    public init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: Key.self)
        self.init()
        response = try fields.decodeIfPresent(TransferResponse.self, forKey: .response)
        file = try fields.decodeIfPresent(String.self, forKey: .file)
        bytesReceived = try fields.decode(.bytesReceived, or: 0)
        bytesSent = try fields.decode(.bytesSent, or: 0)
        failure = try fields.decodeIfPresent(Failure.self, forKey: .failure)
        resumable = try fields.decodeIfPresent(UInt64.self, forKey: .resumable)
    }

    public func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: Key.self)
        try fields.encodeIfPresent(response, forKey: .response)
        try fields.encodeIfPresent(file, forKey: .file)
        try fields.encode(bytesReceived, forKey: .bytesReceived, unless: 0)
        try fields.encode(bytesSent, forKey: .bytesSent, unless: 0)
        try fields.encodeIfPresent(failure, forKey: .failure)
        try fields.encodeIfPresent(resumable, forKey: .resumable)
    }
}
