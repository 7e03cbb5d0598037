// Flat, with an `action`: what a session or a task is like lies beside it.
extension TransferDemand: Codable {
    private enum Key: String, CodingKey {
        case action, session, task, transfer, question, answer
        case cancelling, keepingBytes, priority, earliestBegin, description
    }

    enum Action: String, Codable, CaseIterable {
        case openSession, closeSession, create, resume, suspend, cancel
        case setPriority, setEarliestBegin, setDescription, handled, answer
    }

    public init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: Key.self)
        func session() throws -> String { try fields.decode(String.self, forKey: .session) }
        func number(_ key: Key) throws -> UInt64 { try fields.decode(UInt64.self, forKey: key) }
        switch try fields.decode(Action.self, forKey: .action) {
        case .openSession: self = .openSession(try SessionConfiguration(from: decoder))
        case .closeSession:
            self = .closeSession(
                session: try session(), cancelling: try fields.decode(.cancelling, or: false))
        case .create: self = .create(try TransferOrder(from: decoder))
        case .resume: self = .resume(session: try session(), task: try number(.task))
        case .suspend: self = .suspend(session: try session(), task: try number(.task))
        case .cancel:
            self = .cancel(
                session: try session(), task: try number(.task),
                keepingBytes: try fields.decode(.keepingBytes, or: false))
        case .setPriority:
            self = .setPriority(
                session: try session(), task: try number(.task),
                try fields.decode(Int.self, forKey: .priority))
        case .setEarliestBegin:
            self = .setEarliestBegin(
                session: try session(), task: try number(.task),
                try fields.decodeIfPresent(Int64.self, forKey: .earliestBegin))
        case .setDescription:
            self = .setDescription(
                session: try session(), task: try number(.task),
                try fields.decodeIfPresent(String.self, forKey: .description))
        case .handled: self = .handled(transfer: try number(.transfer))
        case .answer:
            self = .answer(
                transfer: try number(.transfer), question: try number(.question),
                try fields.decode(TransferAnswer.self, forKey: .answer))
        }
    }

    public func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: Key.self)
        func put(_ action: Action, _ session: String, _ task: UInt64) throws {
            try fields.encode(action, forKey: .action)
            try fields.encode(session, forKey: .session)
            try fields.encode(task, forKey: .task)
        }
        switch self {
        case .openSession(let configuration):
            try fields.encode(Action.openSession, forKey: .action)
            try configuration.encode(to: encoder)
        case .closeSession(let session, let cancelling):
            try fields.encode(Action.closeSession, forKey: .action)
            try fields.encode(session, forKey: .session)
            try fields.encode(cancelling, forKey: .cancelling, unless: false)
        case .create(let order):
            try fields.encode(Action.create, forKey: .action)
            try order.encode(to: encoder)
        case .resume(let session, let task): try put(.resume, session, task)
        case .suspend(let session, let task): try put(.suspend, session, task)
        case .cancel(let session, let task, let keepingBytes):
            try put(.cancel, session, task)
            try fields.encode(keepingBytes, forKey: .keepingBytes, unless: false)
        case .setPriority(let session, let task, let priority):
            try put(.setPriority, session, task)
            try fields.encode(priority, forKey: .priority)
        case .setEarliestBegin(let session, let task, let moment):
            try put(.setEarliestBegin, session, task)
            try fields.encodeIfPresent(moment, forKey: .earliestBegin)
        case .setDescription(let session, let task, let description):
            try put(.setDescription, session, task)
            try fields.encodeIfPresent(description, forKey: .description)
        case .handled(let transfer):
            try fields.encode(Action.handled, forKey: .action)
            try fields.encode(transfer, forKey: .transfer)
        case .answer(let transfer, let question, let answer):
            try fields.encode(Action.answer, forKey: .action)
            try fields.encode(transfer, forKey: .transfer)
            try fields.encode(question, forKey: .question)
            try fields.encode(answer, forKey: .answer)
        }
    }
}

extension SessionConfiguration: Codable {
    private enum Key: String, CodingKey {
        case session, sendsLaunchEvents, isDiscretionary, allowsCellularAccess
        case connectionsPerHost, resourceTimeout
    }

    public init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: Key.self)
        self.init(identifier: try fields.decode(String.self, forKey: .session))
        sendsLaunchEvents = try fields.decode(.sendsLaunchEvents, or: sendsLaunchEvents)
        isDiscretionary = try fields.decode(.isDiscretionary, or: isDiscretionary)
        allowsCellularAccess = try fields.decode(.allowsCellularAccess, or: allowsCellularAccess)
        connectionsPerHost = try fields.decode(.connectionsPerHost, or: connectionsPerHost)
        resourceTimeout = try fields.decode(.resourceTimeout, or: resourceTimeout)
    }

    public func encode(to encoder: any Encoder) throws {
        let usual = SessionConfiguration(identifier: identifier)
        var fields = encoder.container(keyedBy: Key.self)
        try fields.encode(identifier, forKey: .session)
        try fields.encode(
            sendsLaunchEvents, forKey: .sendsLaunchEvents, unless: usual.sendsLaunchEvents)
        try fields.encode(isDiscretionary, forKey: .isDiscretionary, unless: usual.isDiscretionary)
        try fields.encode(
            allowsCellularAccess, forKey: .allowsCellularAccess, unless: usual.allowsCellularAccess)
        try fields.encode(
            connectionsPerHost, forKey: .connectionsPerHost, unless: usual.connectionsPerHost)
        try fields.encode(resourceTimeout, forKey: .resourceTimeout, unless: usual.resourceTimeout)
    }
}

extension TransferOrder: Codable {
    private enum Key: String, CodingKey {
        case session, task, kind, request, uploadFile, priority, earliestBegin, description
        case resumesTransfer
    }

    public init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: Key.self)
        self.init(
            session: try fields.decode(String.self, forKey: .session),
            task: try fields.decode(UInt64.self, forKey: .task),
            kind: try fields.decode(Kind.self, forKey: .kind),
            request: try fields.decode(TransferRequest.self, forKey: .request))
        uploadFile = try fields.decodeIfPresent(String.self, forKey: .uploadFile)
        priority = try fields.decode(.priority, or: priority)
        earliestBegin = try fields.decodeIfPresent(Int64.self, forKey: .earliestBegin)
        description = try fields.decodeIfPresent(String.self, forKey: .description)
        resumesTransfer = try fields.decodeIfPresent(UInt64.self, forKey: .resumesTransfer)
    }

    public func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: Key.self)
        try fields.encode(session, forKey: .session)
        try fields.encode(task, forKey: .task)
        try fields.encode(kind, forKey: .kind)
        try fields.encode(request, forKey: .request)
        try fields.encodeIfPresent(uploadFile, forKey: .uploadFile)
        try fields.encode(priority, forKey: .priority, unless: 50)
        try fields.encodeIfPresent(earliestBegin, forKey: .earliestBegin)
        try fields.encodeIfPresent(description, forKey: .description)
        try fields.encodeIfPresent(resumesTransfer, forKey: .resumesTransfer)
    }
}
