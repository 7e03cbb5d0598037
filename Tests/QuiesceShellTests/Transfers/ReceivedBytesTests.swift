import QuiesceCore
import TestSupport
import Testing

@testable import QuiesceShell

@Suite("Bytes that came in for an app's transfers") struct ReceivedBytesTests {
    @Test("Each byte counts once, also those of an attempt that begins anew", .behaviour("F6"))
    func counts() throws {
        let desk = TransferDesk()
        let app = try #require(AppID("org.example.Reader"))
        let other = try #require(AppID("org.example.Other"))
        func receive(_ bytes: UInt64, _ transfer: UInt64, attempt: UInt64 = 1, for app: AppID) {
            let id = TransferID(transfer)
            desk.count(bytes, of: id, for: app)
            desk.note(
                id,
                TransferDesk.Progress(
                    attempt: attempt, received: bytes, expected: nil, sent: 0,
                    expectedToSend: nil, moment: .zero))
        }
        receive(100, 1, for: app)
        receive(40, 2, for: app)
        receive(1_000, 3, for: other)
        #expect(desk.received[app] == 140)
        desk.stopped(TransferID(1), received: 100)
        desk.count(250, of: TransferID(1), for: app)
        desk.stopped(TransferID(1), received: 250)
        #expect(desk.received[app] == 290)
        receive(30, 1, attempt: 2, for: app)
        #expect(desk.received[app] == 320)
        desk.forget(TransferID(1))
        #expect(desk.received[app] == 320)
        #expect(desk.received[other] == 1_000)
    }
}
