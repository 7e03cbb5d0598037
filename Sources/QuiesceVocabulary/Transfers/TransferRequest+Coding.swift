extension TransferRequest: Codable {
    private enum Key: String, CodingKey {
        case url, method, headers, uploadBytes, requestTimeout, allowsRedirects, asksForRedirects
        case credentials, proxy, cookies, pinnedPublicKeys, trustedRoots, clientCertificate
        case receiveRate, sendRate, checksum, sizeLimit
    }

    public init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: Key.self)
        self.init(url: try fields.decode(String.self, forKey: .url))
        method = try fields.decode(.method, or: method)
        headers = try fields.decode(.headers, or: headers)
        uploadBytes = try fields.decodeIfPresent(UInt64.self, forKey: .uploadBytes)
        requestTimeout = try fields.decode(.requestTimeout, or: requestTimeout)
        allowsRedirects = try fields.decode(.allowsRedirects, or: allowsRedirects)
        asksForRedirects = try fields.decode(.asksForRedirects, or: asksForRedirects)
        credentials = try fields.decode(.credentials, or: credentials)
        proxy = try fields.decodeIfPresent(ProxySettings.self, forKey: .proxy)
        cookies = try fields.decodeIfPresent(String.self, forKey: .cookies)
        pinnedPublicKeys = try fields.decode(.pinnedPublicKeys, or: pinnedPublicKeys)
        trustedRoots = try fields.decodeIfPresent(String.self, forKey: .trustedRoots)
        clientCertificate = try fields.decodeIfPresent(
            ClientCertificate.self, forKey: .clientCertificate)
        receiveRate = try fields.decodeIfPresent(UInt64.self, forKey: .receiveRate)
        sendRate = try fields.decodeIfPresent(UInt64.self, forKey: .sendRate)
        checksum = try fields.decodeIfPresent(String.self, forKey: .checksum)
        sizeLimit = try fields.decodeIfPresent(UInt64.self, forKey: .sizeLimit)
    }

    public func encode(to encoder: any Encoder) throws {
        let usual = TransferRequest(url: url)
        var fields = encoder.container(keyedBy: Key.self)
        try fields.encode(url, forKey: .url)
        try fields.encode(method, forKey: .method, unless: usual.method)
        try fields.encode(headers, forKey: .headers, unless: [])
        try fields.encodeIfPresent(uploadBytes, forKey: .uploadBytes)
        try fields.encode(requestTimeout, forKey: .requestTimeout, unless: usual.requestTimeout)
        try fields.encode(allowsRedirects, forKey: .allowsRedirects, unless: usual.allowsRedirects)
        try fields.encode(
            asksForRedirects, forKey: .asksForRedirects, unless: usual.asksForRedirects)
        try fields.encode(credentials, forKey: .credentials, unless: [])
        try fields.encodeIfPresent(proxy, forKey: .proxy)
        try fields.encodeIfPresent(cookies, forKey: .cookies)
        try fields.encode(pinnedPublicKeys, forKey: .pinnedPublicKeys, unless: [])
        try fields.encodeIfPresent(trustedRoots, forKey: .trustedRoots)
        try fields.encodeIfPresent(clientCertificate, forKey: .clientCertificate)
        try fields.encodeIfPresent(receiveRate, forKey: .receiveRate)
        try fields.encodeIfPresent(sendRate, forKey: .sendRate)
        try fields.encodeIfPresent(checksum, forKey: .checksum)
        try fields.encodeIfPresent(sizeLimit, forKey: .sizeLimit)
    }
}
