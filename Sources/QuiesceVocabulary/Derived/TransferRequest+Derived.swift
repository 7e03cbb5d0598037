// Derived from Transfers/TransferRequest.swift by scripts/derive. Change that, and run it.
// sha256 a38ad6a416e2c703

extension TransferRequest: DescribedFields, JSONFields {
    public func describeFields(to sink: inout some Sink) {
        sink.field("url", url)
        sink.field("method", method, unless: "GET")
        sink.field("headers", headers, unless: [])
        sink.field("uploadBytes", uploadBytes)
        sink.field("requestTimeout", requestTimeout, unless: 60.0)
        sink.field("allowsRedirects", allowsRedirects, unless: true)
        sink.field("asksForRedirects", asksForRedirects, unless: false)
        sink.field("credentials", credentials, unless: [])
        sink.field("proxy", proxy)
        sink.field("cookies", cookies)
        sink.field("pinnedPublicKeys", pinnedPublicKeys, unless: [])
        sink.field("trustedRoots", trustedRoots)
        sink.field("clientCertificate", clientCertificate)
        sink.field("receiveRate", receiveRate)
        sink.field("sendRate", sendRate)
        sink.field("checksum", checksum)
        sink.field("sizeLimit", sizeLimit)
    }

    public init(fields: JSONObject) throws(JSONError) {
        url = try fields.read("url")
        method = try fields.read("method", or: "GET")
        headers = try fields.read("headers", or: [])
        uploadBytes = try fields.readIfPresent("uploadBytes")
        requestTimeout = try fields.read("requestTimeout", or: 60.0)
        allowsRedirects = try fields.read("allowsRedirects", or: true)
        asksForRedirects = try fields.read("asksForRedirects", or: false)
        credentials = try fields.read("credentials", or: [])
        proxy = try fields.readIfPresent("proxy")
        cookies = try fields.readIfPresent("cookies")
        pinnedPublicKeys = try fields.read("pinnedPublicKeys", or: [])
        trustedRoots = try fields.readIfPresent("trustedRoots")
        clientCertificate = try fields.readIfPresent("clientCertificate")
        receiveRate = try fields.readIfPresent("receiveRate")
        sendRate = try fields.readIfPresent("sendRate")
        checksum = try fields.readIfPresent("checksum")
        sizeLimit = try fields.readIfPresent("sizeLimit")
    }
}

extension TransferRequest.Header: DescribedFields, JSONFields {
    public func describeFields(to sink: inout some Sink) {
        sink.field("name", name)
        sink.field("value", value)
    }

    public init(fields: JSONObject) throws(JSONError) {
        name = try fields.read("name")
        value = try fields.read("value")
    }
}

extension TransferRequest.StoredCredential: DescribedFields, JSONFields {
    public func describeFields(to sink: inout some Sink) {
        sink.field("origin", origin)
        sink.field("user", user)
        sink.field("password", password)
    }

    public init(fields: JSONObject) throws(JSONError) {
        origin = try fields.read("origin")
        user = try fields.read("user")
        password = try fields.read("password")
    }
}

extension TransferRequest.ProxySettings: DescribedFields, JSONFields {
    public func describeFields(to sink: inout some Sink) {
        sink.field("url", url)
        sink.field("user", user)
        sink.field("password", password)
        sink.field("exceptions", exceptions)
    }

    public init(fields: JSONObject) throws(JSONError) {
        url = try fields.read("url")
        user = try fields.readIfPresent("user")
        password = try fields.readIfPresent("password")
        exceptions = try fields.readIfPresent("exceptions")
    }
}

extension TransferRequest.ClientCertificate: DescribedFields, JSONFields {
    public func describeFields(to sink: inout some Sink) {
        sink.field("certificate", certificate)
        sink.field("key", key)
    }

    public init(fields: JSONObject) throws(JSONError) {
        certificate = try fields.read("certificate")
        key = try fields.read("key")
    }
}
