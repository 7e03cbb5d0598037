// Derived from Transfers/TransferFailure.swift by scripts/derive. Change that, and run it.
// sha256 30fcc464cbf6ddc9

extension TransferFailure: DescribedFields, JSONFields {
    public func describeFields(to sink: inout some Sink) {
        sink.field("kind", kind)
        sink.field("code", code)
    }

    public init(fields: JSONObject) throws(JSONError) {
        kind = try fields.read("kind")
        code = try fields.readIfPresent("code")
    }
}

extension TransferFailure.Kind: Described, JSONReadable {
    public func describe(to sink: inout some Sink) {
        switch self {
        case .hostNotFound: sink.word("hostNotFound", number: 0)
        case .cannotConnect: sink.word("cannotConnect", number: 1)
        case .connectionLost: sink.word("connectionLost", number: 2)
        case .timedOut: sink.word("timedOut", number: 3)
        case .secureConnectionFailed: sink.word("secureConnectionFailed", number: 4)
        case .serverBusy: sink.word("serverBusy", number: 5)
        case .agentEnded: sink.word("agentEnded", number: 6)
        case .noSpace: sink.word("noSpace", number: 7)
        case .serverCertificateUntrusted: sink.word("serverCertificateUntrusted", number: 8)
        case .clientCertificateRejected: sink.word("clientCertificateRejected", number: 9)
        case .tooManyRedirects: sink.word("tooManyRedirects", number: 10)
        case .redirectRefused: sink.word("redirectRefused", number: 11)
        case .badStatus: sink.word("badStatus", number: 12)
        case .badServerResponse: sink.word("badServerResponse", number: 13)
        case .serverInconsistent: sink.word("serverInconsistent", number: 14)
        case .tooLarge: sink.word("tooLarge", number: 15)
        case .authenticationRequired: sink.word("authenticationRequired", number: 16)
        case .authenticationCancelled: sink.word("authenticationCancelled", number: 17)
        case .checksumMismatch: sink.word("checksumMismatch", number: 18)
        case .badURL: sink.word("badURL", number: 19)
        case .unsupportedURL: sink.word("unsupportedURL", number: 20)
        case .fileMissing: sink.word("fileMissing", number: 21)
        case .fileRefused: sink.word("fileRefused", number: 22)
        case .fileChanged: sink.word("fileChanged", number: 23)
        case .diskFailed: sink.word("diskFailed", number: 24)
        case .requestLost: sink.word("requestLost", number: 25)
        case .resourceTimedOut: sink.word("resourceTimedOut", number: 26)
        case .cancelled: sink.word("cancelled", number: 27)
        case .forceQuit: sink.word("forceQuit", number: 28)
        }
    }

    public init(json: JSONValue) throws(JSONError) {
        guard let word = json.string, let value = Self(rawValue: word) else {
            throw .unexpected
        }
        self = value
    }
}
