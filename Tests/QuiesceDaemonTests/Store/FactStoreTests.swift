import Foundation
import GRDB
import Glibc
import QuiesceCore
import Synchronization
import TestSupport
import Testing

@testable import QuiesceDaemon

@Suite("The fact store")
struct FactStoreTests {
    let scratch: ScratchDirectory

    init() throws { scratch = try ScratchDirectory() }

    func open() throws -> (store: FactStore, facts: [StoredFact], report: OpenReport) {
        try FactStore.open(directory: scratch.path, now: Date(timeIntervalSince1970: 1_767_323_045))
    }

    @Test("What was stored is there after the store is opened again")
    func roundTrip() async throws {
        let (store, none, report) = try open()
        #expect(none.isEmpty && report == OpenReport())
        let changes: [StoreChange] = [
            .put(key: "a", value: text("1")), .put(key: "b", value: Data()),
            .put(key: "a", value: text("2")), .put(key: "c", value: text("3")),
            .delete(key: "c"), .putPayload(handle: .max, body: text("payload")),
        ]
        try await store.store(changes, seq: 7).get()
        #expect(try store.payload(.max) == text("payload"))
        #expect(try store.payload(1) == nil)
        store.close()

        let (again, facts, _) = try open()
        #expect(
            facts == [
                StoredFact(key: "a", value: text("2"), seq: 7),
                StoredFact(key: "b", value: Data(), seq: 7),
            ])
        #expect(try again.payload(.max) == text("payload"))
        try await again.store([.deletePayload(handle: .max)]).get()
        #expect(try again.payload(.max) == nil)
        again.close()
    }

    @Test("Only the owner can read the store's files")
    func modes() async throws {
        let (store, _, _) = try open()
        try await store.store([.put(key: "a", value: Data())]).get()
        for name in try scratch.names() {
            var status = stat()
            #expect(stat(scratch.file(name), &status) == 0)
            #expect(status.st_mode & 0o777 == 0o600, "\(name)")
        }
        store.close()
    }

    @Test("Everything submitted during a commit goes into the next one")
    func groupCommit() throws {
        let (store, _, _) = try open()
        let entered = DispatchSemaphore(value: 0)
        let proceed = DispatchSemaphore(value: 0)
        store.submit([.put(key: "first", value: Data())], seq: 1) { _ in
            entered.signal()
            proceed.wait()
        }
        entered.wait()
        let order = Mutex<[Int]>([])
        let done = DispatchSemaphore(value: 0)
        for number in 0..<100 {
            store.submit([.put(key: "k", value: text("\(number)"))], seq: 2) { result in
                #expect(throws: Never.self) { try result.get() }
                order.withLock { $0.append(number) }
                done.signal()
            }
        }
        #expect(store.commits == 1)
        proceed.signal()
        for _ in 0..<100 { done.wait() }
        #expect(store.commits == 2)
        #expect(order.withLock { $0 } == Array(0..<100))
        store.close()
        let (again, facts, _) = try open()
        #expect(facts.first { $0.key == "k" }?.value == text("99"))
        again.close()
    }

    @Test("An acknowledgement comes after the commit: a second connection sees the change")
    func acknowledgedIsCommitted() throws {
        let (store, _, _) = try open()
        let path = scratch.file(StateDirectory.storeName)
        let seen = Mutex<[Int?]>([])
        let done = DispatchSemaphore(value: 0)
        for number in 0..<20 {
            store.submit([.put(key: "k\(number)", value: Data())], seq: 1) { _ in
                let rows = try? DatabaseQueue(path: path).read {
                    try Int.fetchOne(
                        $0, sql: "SELECT count(*) FROM facts WHERE key = ?",
                        arguments: ["k\(number)"])
                }
                seen.withLock { $0.append(rows) }
                done.signal()
            }
        }
        for _ in 0..<20 { done.wait() }
        #expect(seen.withLock { $0 } == Array(repeating: 1, count: 20))
        store.close()
    }

    @Test("A payload can be read while it is on its way to the disk")
    func payloadInFlight() throws {
        let (store, _, _) = try open()
        let entered = DispatchSemaphore(value: 0)
        let proceed = DispatchSemaphore(value: 0)
        store.submit([.putPayload(handle: 1, body: text("old"))], seq: 1) { _ in
            entered.signal()
            proceed.wait()
        }
        entered.wait()
        store.submit([.putPayload(handle: 1, body: text("new"))], seq: 2)
        store.submit([.putPayload(handle: 2, body: text("two"))], seq: 3)
        store.submit([.deletePayload(handle: 2)], seq: 4)
        #expect(try store.payload(1) == text("new"))
        #expect(try store.payload(2) == nil)
        proceed.signal()
        store.close()
    }

    @Test(
        "Each commit tells which payloads it has put or deleted, before anybody who waits hears of it"
    )
    func payloadsStored() async throws {
        let told = Mutex<[[UInt64]]>([])
        let (store, _, _) = try FactStore.open(directory: scratch.path, now: Date()) { payloads in
            told.withLock { $0.append(payloads) }
        }
        try await store.store(
            [.putPayload(handle: 1, body: text("one")), .put(key: "a", value: Data())]
        ).get()
        #expect(told.withLock { $0 } == [[1]])
        try await store.store([.put(key: "b", value: Data())]).get()
        #expect(told.withLock { $0 } == [[1]])
        store.submit([.deletePayload(handle: 1)], seq: 1)
        try await store.store([.putPayload(handle: 2, body: text("two"))]).get()
        #expect(Set(told.withLock { $0 }.joined().dropFirst()) == [1, 2])
        store.close()
    }

    @Test("Beyond the queue's limit an obligation is refused, and a plain change still arrives")
    func overload() throws {
        let (store, _, _) = try open()
        let entered = DispatchSemaphore(value: 0)
        let proceed = DispatchSemaphore(value: 0)
        store.submit([], seq: 0) { _ in
            entered.signal()
            proceed.wait()
        }
        entered.wait()
        for number in 0..<Limits.pendingSubmissions {
            store.submit([.put(key: "k", value: text("\(number)"))], seq: 1)
        }
        let outcome = Mutex<Result<Void, StoreError>?>(nil)
        store.submit([.put(key: "refused", value: Data())], seq: 2) { result in
            outcome.withLock { $0 = result }
        }
        store.submit([.put(key: "plain", value: text("1"))], seq: 3)
        store.submit([.put(key: "plain", value: text("2"))], seq: 4)
        proceed.signal()
        store.close()
        guard case .failure(.overloaded) = outcome.withLock({ $0 }) else {
            Issue.record("the obligation wasn't refused")
            return
        }
        let (again, facts, _) = try open()
        #expect(facts.map(\.key) == ["k", "plain"])
        #expect(facts.map(\.value) == [text("\(Limits.pendingSubmissions - 1)"), text("2")])
        again.close()
    }

    @Test("A closed store refuses, and says so")
    func closed() async throws {
        let (store, _, _) = try open()
        store.close()
        let result = await store.store([.put(key: "a", value: Data())])
        #expect(throws: StoreError.closed) { try result.get() }
    }

    @Test(
        "Absurd sequence numbers and handles are clamped, not trapped on",
        .behaviour("reliability D10"))
    func absurdNumbers() async throws {
        let (store, _, _) = try open()
        try await store.store([.put(key: "max", value: Data())], seq: .max).get()
        try await store.store([.putPayload(handle: 1 << 63, body: text("p"))]).get()
        store.close()
        try await DatabaseQueue(path: scratch.file(StateDirectory.storeName)).write { db in
            for (key, seq) in [
                ("min", "-9223372036854775808"), ("text", "'x'"), ("real", "1e300"),
                ("half", "0.5"), ("blob", "x'00'"),
            ] {
                try db.execute(sql: "INSERT INTO facts VALUES('\(key)', x'01', \(seq))")
            }
            try db.execute(sql: "INSERT INTO facts VALUES('number', 5, 1), (x'ff', x'02', 1)")
        }
        let (again, facts, report) = try open()
        let seqs = Dictionary(uniqueKeysWithValues: facts.map { ($0.key, $0.seq) })
        #expect(seqs["max"] == UInt64(Int64.max))
        for key in ["min", "text", "real", "half", "blob"] { #expect(seqs[key] == 0, "\(key)") }
        #expect(report.unreadableRows == 2)
        #expect(report.movedAside == nil)
        #expect(try again.payload(1 << 63) == text("p"))
        again.close()
    }
}
