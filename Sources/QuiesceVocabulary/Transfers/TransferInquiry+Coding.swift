// Flat, with a `kind`.
extension TransferInquiry: Codable {
    private enum Key: String, CodingKey { case kind, response, to }
    enum Kind: String, Codable, CaseIterable { case redirect, challenge }

    public init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: Key.self)
        switch try fields.decode(Kind.self, forKey: .kind) {
        case .redirect:
            self = .redirect(
                try fields.decode(TransferResponse.self, forKey: .response),
                to: try fields.decode(String.self, forKey: .to))
        case .challenge: self = .challenge(try Challenge(from: decoder))
        }
    }

    public func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: Key.self)
        switch self {
        case .redirect(let response, let to):
            try fields.encode(Kind.redirect, forKey: .kind)
            try fields.encode(response, forKey: .response)
            try fields.encode(to, forKey: .to)
        case .challenge(let challenge):
            try fields.encode(Kind.challenge, forKey: .kind)
            try challenge.encode(to: encoder)
        }
    }
}

extension TransferAnswer: Codable {
    private enum Key: String, CodingKey { case kind, user, password }

    enum Kind: String, Codable, CaseIterable {
        case proceed, takeResponse, cancel, credential, clientCertificate
    }

    public init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: Key.self)
        switch try fields.decode(Kind.self, forKey: .kind) {
        case .proceed: self = .proceed
        case .takeResponse: self = .takeResponse
        case .cancel: self = .cancel
        case .credential:
            self = .credential(
                user: try fields.decode(String.self, forKey: .user),
                password: try fields.decode(String.self, forKey: .password))
        case .clientCertificate:
            self = .clientCertificate(try TransferRequest.ClientCertificate(from: decoder))
        }
    }

    public func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: Key.self)
        switch self {
        case .proceed: try fields.encode(Kind.proceed, forKey: .kind)
        case .takeResponse: try fields.encode(Kind.takeResponse, forKey: .kind)
        case .cancel: try fields.encode(Kind.cancel, forKey: .kind)
        case .credential(let user, let password):
            try fields.encode(Kind.credential, forKey: .kind)
            try fields.encode(user, forKey: .user)
            try fields.encode(password, forKey: .password)
        case .clientCertificate(let certificate):
            try fields.encode(Kind.clientCertificate, forKey: .kind)
            try certificate.encode(to: encoder)
        }
    }
}
