import Foundation
import Glibc
import QuiesceAgentProtocol
import QuiesceCore
import QuiesceWire
import TestSupport
import Testing

@testable import QuiesceTransfer

/// The record must never promise bytes that aren't there (`docs/faults.md`, D1 and D4).
@Suite struct RecordTests {
    private let scratch: ScratchDirectory
    private let folder: Int32
    private let boot = BootID.current

    init() throws {
        scratch = try ScratchDirectory()
        folder = open(scratch.path, O_RDONLY | O_DIRECTORY)
    }

    private func head(_ version: String) -> RecordHead {
        RecordHead(
            url: "http://a.example/x", method: "GET", validator: .etag("\"\(version)\""),
            total: 1_000,
            isPlain: true,
            response: TransferResponse(
                url: "http://b.example/y", status: 200, version: "1.1",
                headers: [.init(name: "A", value: "1"), .init(name: "Empty", value: "")]))
    }

    private func find() -> Record.Found? { Record.find("1.record", in: folder) }

    private func damage(at offset: Int, _ count: Int) throws {
        let path = scratch.file("1.record")
        var data = try Data(contentsOf: URL(fileURLWithPath: path))
        for index in offset..<min(offset + count, data.count) { data[index] ^= 0x55 }
        try data.write(to: URL(fileURLWithPath: path))
    }

    @Test("What was written is read again, whatever the validator", .behaviour("X2"))
    func roundTrip() throws {
        for validator in [EntityValidator.etag("\"e\""), .lastModified("a date"), nil] {
            var head = head("v1")
            head.validator = validator
            head.total = validator == nil ? nil : 5
            head.isPlain = validator != nil
            #expect(RecordHead(head.encoded) == head)
        }
        var slot = RecordSlot()
        slot.generation = .max
        slot.written = 7
        slot.synced = 5
        slot.isFinished = true
        slot.headPlace = 1
        slot.boot = boot
        #expect(slot.encoded.count == RecordSlot.bytes)
        #expect(RecordSlot(slot.encoded[...]) == slot)
    }

    @Test(
        "After a restart of the machine only what was synced counts", .behaviour("reliability D4"))
    func otherBoot() throws {
        var record = try Record("1.record", in: folder)
        try record.setHead(head("v1"))
        try record.save(written: 900, synced: 400)
        record.close()
        let found = try #require(find())
        #expect(found.offset(bodyBytes: 1_000, boot: boot) == 900)
        #expect(found.offset(bodyBytes: 1_000, boot: BootID(high: 1, low: 2)) == 400)
        #expect(found.offset(bodyBytes: 300, boot: boot) == 300, "no more than the file has")
    }

    @Test("A torn slot leaves the one before it", .behaviour("reliability D1"))
    func tornSlot() throws {
        var record = try Record("1.record", in: folder)
        try record.setHead(head("v1"))
        for written in [100, 200, 300] as [UInt64] { try record.save(written: written) }
        record.close()
        #expect(find()?.slot.written == 300)
        // The third is where the first was.
        for byte in stride(from: RecordSlot.bytes, to: RecordSlot.bytes + 88, by: 7) {
            try damage(at: byte, 1)
            #expect(find()?.slot.written == 200, "\(byte)")
            try damage(at: byte, 1)
        }
        #expect(find()?.slot.written == 300)
        try damage(at: 0, 2 * RecordSlot.bytes)
        #expect(find() == nil)
    }

    @Test(
        "A head that isn't the one a slot means makes the slot worthless",
        .behaviour("reliability D1"))
    func tornHead() throws {
        var record = try Record("1.record", in: folder)
        try record.setHead(head("v1"))
        try record.save(written: 100)
        record.close()
        try damage(at: 1_030, 1)
        #expect(find() == nil)
    }

    @Test(
        "A new head doesn't touch the one in force before a slot names it",
        .behaviour("reliability D1"))
    func newHead() throws {
        var record = try Record("1.record", in: folder)
        try record.setHead(head("v1"))
        try record.save(written: 100)
        try record.setHead(head("v2"))
        #expect(find()?.head == head("v1"))
        try record.setHead(head("v3"))
        #expect(find()?.head == head("v1"))
        try record.save(written: 200)
        record.close()
        #expect(find()?.head == head("v3"))
        #expect(find()?.slot.written == 200)
    }

    @Test("Any file can be there in a record's place")
    func rubbish() throws {
        for bytes in [0, 1, 511, 512, 513, 1_024, 5_000] {
            var generator = SeededGenerator(seed: UInt64(bytes))
            let data = Data((0..<bytes).map { _ in UInt8(generator.below(256)) })
            try data.write(to: URL(fileURLWithPath: scratch.file("1.record")))
            #expect(find() == nil)
            var record = try Record("1.record", in: folder)
            try record.setHead(head("v1"))
            try record.save(written: 3)
            record.close()
            #expect(find()?.slot.written == 3)
        }
    }
}
