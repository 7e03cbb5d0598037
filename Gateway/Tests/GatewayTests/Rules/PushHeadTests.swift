import GatewayRules
import Testing

/// A head that is right but for what `change` makes wrong.
private func head(
    method: String = "POST", path: String? = nil,
    _ headers: [(name: String, value: String)] = [("apns-topic", "org.example.App")]
) throws(Reason) -> PushHead {
    try PushHead(
        method: method, path: path ?? "/3/device/" + String(repeating: "ab", count: 32),
        headers: headers)
}

@Suite struct PushHeadTests {
    @Test("A head with every header says what they say")
    func allHeaders() throws {
        let head = try head([
            ("authorization", "bearer a.b.c"), ("apns-topic", "org.example.App"),
            ("apns-id", "0a1b2c3d-0000-4000-8000-00000000FFFF"), ("apns-priority", "5"),
            ("apns-push-type", "background"), ("apns-expiration", "1700000000"),
            ("apns-collapse-id", "score"), ("user-agent", "anything"), ("user-agent", "twice"),
        ])
        #expect(head.providerToken == "a.b.c")
        #expect(head.token.rawValue == String(repeating: "ab", count: 32))
        #expect(head.topic == "org.example.App")
        #expect(head.id == "0a1b2c3d-0000-4000-8000-00000000FFFF")
        #expect(head.priority == .considerate)
        #expect(head.type == .background)
        #expect(head.expiration == .at(Moment(seconds: 1_700_000_000)))
        #expect(head.collapseID == "score")
    }

    @Test("A head without headers is an urgent push without an end")
    func noHeaders() throws {
        let head = try head([])
        #expect(head.providerToken == nil && head.topic == nil && head.id == nil)
        #expect(head.priority == .immediate)
        #expect(head.expiration == .unstated)
    }

    @Test("A device's token is the same in capitals")
    func capitals() throws {
        let small = try head().token
        #expect(
            try head(path: "/3/device/" + String(repeating: "AB", count: 32)).token == small)
    }

    @Test(
        "A request that isn't to send a push is refused for its method or path",
        arguments: [
            ("GET", "/3/device/" + String(repeating: "ab", count: 32), Reason.methodNotAllowed),
            ("POST", "/4/device/abcd", .badPath), ("POST", "/", .badPath), ("POST", "", .badPath),
            ("POST", "/3/device/", .missingDeviceToken), ("POST", "/3/device", .missingDeviceToken),
            ("POST", "/3/device/abcd", .badDeviceToken),
            ("POST", "/3/device/" + String(repeating: "xy", count: 32), .badDeviceToken),
            ("POST", "/3/device/" + String(repeating: "a", count: 65), .badDeviceToken),
            ("POST", "/3/device/" + String(repeating: "ab", count: 101), .badDeviceToken),
        ])
    func requestLine(method: String, path: String, reason: Reason) {
        #expect(throws: reason) { try head(method: method, path: path) }
    }

    @Test(
        "A wrong header is refused with the reason for it",
        arguments: [
            ("apns-id", "not-a-uuid", Reason.badMessageID),
            ("apns-id", "0a1b2c3d000040008000000000000000", .badMessageID),
            ("apns-id", "", .badMessageID),
            ("apns-topic", "", .badTopic), ("apns-topic", "org example", .badTopic),
            ("apns-topic", String(repeating: "a", count: 256), .badTopic),
            ("apns-push-type", "loud", .invalidPushType), ("apns-push-type", "", .invalidPushType),
            ("apns-priority", "7", .badPriority), ("apns-priority", "high", .badPriority),
            ("apns-expiration", "soon", .badExpirationDate),
            ("apns-expiration", "-1", .badExpirationDate),
            ("apns-expiration", "99999999999999999999", .badExpirationDate),
            ("apns-expiration", "9000000000001", .badExpirationDate),
            ("apns-collapse-id", String(repeating: "c", count: 65), .badCollapseID),
            ("apns-collapse-id", "", .badCollapseID),
        ])
    func wrongHeader(name: String, value: String, reason: Reason) {
        #expect(throws: reason) { try head([(name, value)]) }
    }

    @Test("The longest collapse id is taken")
    func longestCollapseID() throws {
        let longest = String(repeating: "c", count: 64)
        #expect(try head([("apns-collapse-id", longest)]).collapseID == longest)
    }

    @Test("A background push may not be urgent, and isn't if it doesn't say")
    func backgroundPriority() throws {
        #expect(throws: Reason.badPriority) {
            try head([("apns-push-type", "background"), ("apns-priority", "10")])
        }
        #expect(try head([("apns-push-type", "background")]).priority == .considerate)
    }

    @Test("A push to a topic of calls is a voip push, whether or not its sender says so")
    func voipTopic() throws {
        let topic = "org.example.App.voip"
        #expect(try PushType.checked(.voip, for: topic, .immediate) == .voip)
        #expect(try PushType.checked(nil, for: topic, .immediate) == .voip)
        #expect(try PushType.checked(nil, for: "org.example.App", .immediate) == nil)
        #expect(try PushType.checked(.alert, for: "org.example.App", .considerate) == .alert)
    }

    @Test(
        "A voip push goes to its own topic, at once, and nothing else does",
        arguments: [
            (PushType?.some(.voip), "org.example.App", PushPriority.immediate, Reason.badTopic),
            (.voip, "org.example.voip.App", .immediate, .badTopic),
            (.alert, "org.example.App.voip", .immediate, .invalidPushType),
            (.background, "org.example.App.voip", .considerate, .invalidPushType),
            (.voip, "org.example.App.voip", .considerate, .badPriority),
            (nil, "org.example.App.voip", .low, .badPriority),
        ])
    func voipElsewhere(
        type: PushType?, topic: String, priority: PushPriority, reason: Reason
    ) {
        #expect(throws: reason) { try PushType.checked(type, for: topic, priority) }
    }

    @Test(
        "A header that is there twice is refused, whatever it says",
        arguments: ["apns-topic", "apns-id", "authorization", "apns-priority"])
    func twice(name: String) {
        #expect(throws: Reason.duplicateHeaders) { try head([(name, "5"), (name, "5")]) }
    }

    @Test("Each reason's status is one that the provider API documents")
    func statuses() {
        for reason in Reason.allCases {
            #expect([400, 403, 404, 405, 410, 413, 429, 500, 503].contains(reason.status))
        }
    }
}
