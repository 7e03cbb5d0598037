import Crypto
import Foundation
import GatewayRules
import Testing

@Suite struct WebPushTests {
    private let now = Moment(seconds: 1_700_000_000)
    private let path = WebPushHead.path + String(repeating: "ab", count: 32)

    private func head(
        method: String = "POST", path: String? = nil,
        _ headers: [(name: String, value: String)] = [("ttl", "60")]
    ) throws(WebPushRefusal) -> WebPushHead {
        try WebPushHead(method: method, path: path ?? self.path, headers: headers, at: now)
    }

    @Test("A head says for how long, how urgently, and instead of which message")
    func whole() throws {
        let head = try head([
            ("ttl", "60"), ("urgency", "Very-Low"), ("topic", "a-_Z9"),
            ("content-encoding", "aes128gcm"), ("authorization", "vapid t=a, k=b"),
        ])
        #expect(head.token.rawValue == String(repeating: "ab", count: 32))
        #expect(head.ttl == 60 && head.expiration == .at(now + .seconds(60)))
        #expect(head.priority == .low && head.collapseID == "a-_Z9")
        #expect(head.authorization == "vapid t=a, k=b")
    }

    @Test(
        "A message without a time to live is for who is there, and none is kept longer than others")
    func ends() throws {
        #expect(try head([("ttl", "0")]).expiration == .immediate)
        #expect(try head([("ttl", "99999999999999999999")]).ttl == 30 * 86_400)
        #expect(try head().priority == .immediate)
    }

    @Test(
        "A head that isn't right is refused for what is wrong",
        arguments: [
            ([], .badTTL), ([("ttl", "-1")], .badTTL), ([("ttl", "")], .badTTL),
            ([("ttl", "1"), ("ttl", "1")], .duplicateHeaders),
            ([("ttl", "1"), ("topic", "")], .badTopic),
            ([("ttl", "1"), ("topic", "a=b")], .badTopic),
            ([("ttl", "1"), ("urgency", "10")], .badUrgency),
            ([("ttl", "1"), ("content-encoding", "aesgcm")], .badEncoding),
        ] as [([(name: String, value: String)], WebPushRefusal)])
    func wrong(headers: [(name: String, value: String)], refusal: WebPushRefusal) {
        #expect(throws: refusal) { try head(headers) }
    }

    @Test("A topic says whether messages may be posted to it, and with which key")
    func topics() {
        #expect(!WebPushTopic.isOne("org.example.App"))
        #expect(
            WebPushTopic.isOne("unifiedpush.ab") && WebPushTopic.keyHash("unifiedpush.ab") == nil)
        #expect(WebPushTopic.keyHash("unifiedpush.ab.vapid-cd") == "cd")
    }

    @Test("A sender's token counts for a day, for this gateway, and by its own key")
    func vapid() throws {
        let signer = Signer()
        func check(
            _ seconds: Int64, aud: String = "https://push.example:8443",
            alg: String = "ES256", key: P256.Signing.PrivateKey? = nil
        ) throws(WebPushRefusal) -> VAPID {
            let claims = #"{"aud":"\#(aud)","exp":\#(now.seconds + seconds)}"#
            let token = try! signer.token(header: #"{"alg":"\#(alg)"}"#, claims: claims)
            let point = base64URL((key ?? signer.key).publicKey.x963Representation)
            return try VAPID(
                "vapid t=\(token), k=\(point)", authority: "Push.example:8443", at: now)
        }
        let hash = SHA256.hash(data: signer.key.publicKey.x963Representation)
        #expect(try check(60).keyHash == hash.map { String(format: "%02x", $0) }.joined())
        #expect(try check(86_400, aud: "https://PUSH.example:8443/").keyHash.count == 64)
        #expect(throws: WebPushRefusal.badVAPID) { try check(0) }
        #expect(throws: WebPushRefusal.badVAPID) { try check(86_400 + 600) }
        #expect(throws: WebPushRefusal.badVAPID) { try check(60, aud: "https://push.example") }
        #expect(throws: WebPushRefusal.badVAPID) { try check(60, alg: "none") }
        #expect(throws: WebPushRefusal.badVAPID) { try check(60, key: P256.Signing.PrivateKey()) }
        for text in ["", "vapid", "vapid t=a", "vapid t=a.b.c, k=AA", "bearer a.b.c"] {
            #expect(throws: WebPushRefusal.badVAPID) { try VAPID(text, authority: "a", at: now) }
        }
    }
}
