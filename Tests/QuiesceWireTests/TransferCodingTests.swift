import Foundation
import QuiesceWire
import TestSupport
import Testing

/// Messages about background transfers are plain JSON: flat, with a word for the kind, and without
/// the values that are as usual.
@Suite(.behaviour("X1", "X5")) struct TransferCodingTests {
    private static var request: TransferRequest {
        var request = TransferRequest(url: "https://example.org/a?b=%20")
        request.method = "PUT"
        request.headers = [.init(name: "Accept", value: "*/*"), .init(name: "Accept", value: "é")]
        request.uploadBytes = .max
        request.requestTimeout = 0.25
        request.allowsRedirects = false
        request.asksForRedirects = true
        request.credentials = [.init(origin: "example.org:443", user: "u", password: "\"")]
        request.proxy = TransferRequest.ProxySettings(url: "http://proxy:8080")
        request.proxy?.user = "p"
        request.proxy?.exceptions = ["localhost"]
        request.cookies = "a=b; c=d"
        request.pinnedPublicKeys = ["sha256//AAAA"]
        request.trustedRoots = "-----BEGIN"
        request.clientCertificate = .init(certificate: "c", key: "k")
        request.receiveRate = 1
        request.sendRate = 2
        request.checksum = "sha256:00"
        request.sizeLimit = 3
        return request
    }

    private static var configuration: SessionConfiguration {
        var configuration = SessionConfiguration(identifier: "episodes")
        configuration.settings.sendsLaunchEvents = false
        configuration.settings.isDiscretionary = true
        configuration.settings.allowsCellularAccess = false
        configuration.settings.connectionsPerHost = 1
        configuration.settings.resourceTimeout = 12.5
        return configuration
    }

    private static var order: TransferOrder {
        var order = TransferOrder(session: "s", task: 1 << 33, kind: .upload, request: request)
        order.uploadFile = "Documents/a"
        order.priority = 100
        order.earliestBegin = -1
        order.description = "mine"
        order.resumesTransfer = 7
        return order
    }

    private static var verdict: TransferVerdict {
        var verdict = TransferVerdict()
        verdict.response = TransferResponse(
            url: "https://example.org", status: 200, version: "2",
            headers: [.init(name: "ETag", value: "\"a\"")])
        verdict.file = "Library/Caches/x"
        verdict.bytesReceived = 1
        verdict.bytesSent = 2
        verdict.failure = .init(reason: "serverBusy", code: 503)
        verdict.resumable = 9
        return verdict
    }

    static let requests: [BackgroundSessionRequest] = [
        .openSession(configuration), .openSession(SessionConfiguration(identifier: "usual")),
        .closeSession(session: "s", cancelling: true),
        .closeSession(session: "s", cancelling: false), .create(order),
        .create(
            TransferOrder(session: "", task: 0, kind: .data, request: TransferRequest(url: ""))),
        .resume(session: "s", task: .max), .suspend(session: "s", task: 1),
        .cancel(session: "s", task: 1, keepingBytes: true),
        .cancel(session: "s", task: 1, keepingBytes: false),
        .setPriority(session: "s", task: 1, 0), .setEarliestBegin(session: "s", task: 1, 5),
        .setEarliestBegin(session: "s", task: 1, nil), .setDescription(session: "s", task: 1, "d"),
        .setDescription(session: "s", task: 1, nil), .handled(transfer: 3),
        .answer(transfer: 3, question: 4, .proceed),
        .answer(transfer: 3, question: 4, .takeResponse),
        .answer(transfer: 3, question: 4, .cancel),
        .answer(transfer: 3, question: 4, .credential(user: "u", password: "p")),
        .answer(transfer: 3, question: 4, .clientCertificate(.init(certificate: "c", key: "k"))),
    ]

    static let callbacks: [TransferCallback] = [
        .handleEvents(wake: 5, session: "s"), .finishedEvents(session: "s"),
        .completed(transfer: 1, session: "s", task: 2, verdict),
        .completed(transfer: 1, session: "s", task: 2, TransferVerdict()),
        .ask(
            transfer: 1, question: 2, session: "s", task: 3,
            .redirect(
                TransferResponse(url: "u", status: 302, version: "1.1", headers: []), to: "v")),
        .ask(
            transfer: 1, question: 2, session: "s", task: 3,
            .challenge(
                .init(
                    method: "basic", host: "h", port: 80, isProxy: false, realm: nil, failures: 1))),
    ]

    @Test("Every request comes back from its datagram as it was", arguments: requests)
    func request(request: BackgroundSessionRequest) throws {
        let coder = WireCoder()
        let message = MessageFromApp.transfer(request: 4, request)
        #expect(try coder.decode(MessageFromApp.self, from: coder.encode(message)) == message)
    }

    @Test("Every callback comes back from its datagram as it was", arguments: callbacks)
    func callback(callback: TransferCallback) throws {
        let coder = WireCoder()
        let message = MessageToApp.deliver(.init(seq: 4, call: .transfer(callback)))
        #expect(try coder.decode(MessageToApp.self, from: coder.encode(message)) == message)
    }

    @Test("What is as usual needn't be said, and isn't")
    func usual() throws {
        let text =
            #"{"type":"transfer","request":1,"transfer":{"action":"create","session":"s","task":1,"kind":"download","request":{"url":"http://h/"}}}"#
        let message = MessageFromApp.transfer(
            request: 1,
            .create(
                TransferOrder(
                    session: "s", task: 1, kind: .download,
                    request: TransferRequest(url: "http://h/"))))
        let coder = WireCoder()
        #expect(try coder.decode(MessageFromApp.self, from: Data(text.utf8)) == message)
        #expect(try coder.encode(message).count == text.utf8.count)
    }

    @Test(
        "A request that can't be read gets one error that names what is wrong",
        .behaviour("reliability A3"),
        arguments: [
            ("{}", "the field \"action\" is missing"),
            (#"{"action":"nonsense"}"#, "the field \"action\" has a wrong value"),
            (#"{"action":"resume","session":"s"}"#, "the field \"task\" is missing"),
            (
                #"{"action":"resume","session":"s","task":"1"}"#,
                "the field \"task\" has a wrong value"
            ),
            (
                #"{"action":"create","session":"s","task":1,"kind":"fax","request":{"url":"u"}}"#,
                "the field \"kind\" has a wrong value"
            ),
            (
                #"{"action":"create","session":"s","task":1,"kind":"data","request":{}}"#,
                "the field \"url\" is missing"
            ),
            (
                #"{"action":"create","session":"s","task":1,"kind":"data","request":{"url":"u","headers":[{"name":"a"}]}}"#,
                "the field \"value\" is missing"
            ),
            (
                #"{"action":"answer","transfer":1,"question":1,"answer":{"kind":"credential","user":"u"}}"#,
                "the field \"password\" is missing"
            ),
            ("[]", "the field \"transfer\" has a wrong value"),
        ])
    func wrong(request: String, problem: String) {
        let text = #"{"type":"transfer","request":1,"transfer":"# + request + "}"
        let error = #expect(throws: WireError.self) {
            try WireCoder().decode(MessageFromApp.self, from: Data(text.utf8))
        }
        #expect(error?.code == .malformed)
        #expect(error?.message == problem)
    }
}
