// Derived from Line/GatewayMessages.swift by scripts/derive. Change that, and run it.
// sha256 b695cc2a1f8a91fb

import QuiesceAgentProtocol
import QuiesceVocabulary

extension Registration: DescribedFields {
    func describeFields(to sink: inout some Sink) {
        sink.field("publicKey", publicKey)
        sink.field("signature", signature)
        sink.field("name", name)
    }
}

extension Registered: DescribedFields, JSONFields {
    func describeFields(to sink: inout some Sink) {
        sink.field("device", device)
        sink.field("certificate", certificate)
    }

    init(fields: JSONObject) throws(JSONError) {
        device = try fields.read("device")
        certificate = try fields.read("certificate")
    }
}

extension TokenRequest: DescribedFields {
    func describeFields(to sink: inout some Sink) {
        sink.field("topic", topic)
    }
}

extension IssuedToken: DescribedFields, JSONFields {
    func describeFields(to sink: inout some Sink) {
        sink.field("token", token)
    }

    init(fields: JSONObject) throws(JSONError) {
        token = try fields.read("token")
    }
}

extension Acknowledgements: DescribedFields {
    func describeFields(to sink: inout some Sink) {
        sink.field("sequences", sequences)
    }
}

extension GatewayRefusal: DescribedFields, JSONFields {
    func describeFields(to sink: inout some Sink) {
        sink.field("reason", reason)
    }

    init(fields: JSONObject) throws(JSONError) {
        reason = try fields.read("reason")
    }
}

extension PushLine.Hello: DescribedFields, JSONFields {
    func describeFields(to sink: inout some Sink) {
        sink.field("device", device)
    }

    init(fields: JSONObject) throws(JSONError) {
        device = try fields.read("device")
    }
}
