import QuiesceCore
import TestSupport
import Testing

@testable import QuiesceShell

@Suite("Bytes that came in for an app's transfers") struct ReceivedBytesTests {
    @Test("Each byte counts once, also those of an attempt that begins anew", .behaviour("F6"))
    func counts() throws {
        let tracker = TransferTracker()
        let app = try #require(AppID("org.example.Reader"))
        let other = try #require(AppID("org.example.Other"))
        func receive(_ bytes: UInt64, _ transfer: UInt64, attempt: UInt64 = 1, for app: AppID) {
            let id = TransferID(transfer)
            tracker.count(bytes, of: id, for: app)
            tracker.note(
                id,
                TransferTracker.Progress(
                    attempt: attempt, received: bytes, expected: nil, sent: 0,
                    expectedToSend: nil, moment: .zero))
        }
        receive(100, 1, for: app)
        receive(40, 2, for: app)
        receive(1_000, 3, for: other)
        #expect(tracker.received[app] == 140)
        tracker.stopped(TransferID(1), received: 100)
        tracker.count(250, of: TransferID(1), for: app)
        tracker.stopped(TransferID(1), received: 250)
        #expect(tracker.received[app] == 290)
        receive(30, 1, attempt: 2, for: app)
        #expect(tracker.received[app] == 320)
        tracker.forget(TransferID(1))
        #expect(tracker.received[app] == 320)
        #expect(tracker.received[other] == 1_000)
    }
}
