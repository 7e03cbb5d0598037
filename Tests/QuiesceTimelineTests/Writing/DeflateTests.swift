import Foundation
import TestSupport
import Testing

@testable import QuiesceTimeline

@Suite("The packing of a page's data") struct DeflateTests {
    /// Unpacked by zlib.
    private func unpacked(_ packed: [UInt8]) throws -> [UInt8] {
        let scratch = try ScratchDirectory()
        try Data(packed).write(to: URL(fileURLWithPath: scratch.file("packed")))
        let script =
            "import sys, zlib; open(sys.argv[2], 'wb').write(zlib.decompress(open(sys.argv[1], 'rb').read(), -15))"
        let python = try Process.run(
            URL(fileURLWithPath: "/usr/bin/python3"),
            arguments: ["-c", script, scratch.file("packed"), scratch.file("plain")])
        python.waitUntilExit()
        #expect(python.terminationStatus == 0)
        return Array(try Data(contentsOf: URL(fileURLWithPath: scratch.file("plain"))))
    }

    @Test("zlib unpacks it to the same bytes", arguments: [0, 1, 3, 4, 300, 70_000, 400_000])
    func same(count: Int) throws {
        var generator = SeededGenerator(seed: UInt64(count))
        // Some that repeat, near and far, and some that don't.
        var bytes: [UInt8] = []
        while bytes.count < count {
            if bytes.count > 10, Bool.random(using: &generator) {
                let from = Int.random(
                    in: max(0, bytes.count - 40_000)..<bytes.count, using: &generator)
                bytes +=
                    bytes[
                        from..<min(bytes.count, from + Int.random(in: 1...600, using: &generator))]
            } else {
                bytes += (0..<20).map { _ in UInt8.random(in: 0...40, using: &generator) }
            }
        }
        bytes.removeLast(bytes.count - count)
        #expect(try unpacked(Deflate.compress(bytes)) == bytes)
    }

    @Test("Codes stay within 15 bits where some bytes are very rare")
    func rare() throws {
        var bytes: [UInt8] = []
        var (count, next) = (1, 1)
        for byte in 0..<22 {
            bytes += [UInt8](repeating: UInt8(byte * 11 & 255), count: min(count, 9_000))
            (count, next) = (next, count + next)
        }
        // No two places are alike, so that none is packed as another.
        var generator = SeededGenerator(seed: 1)
        bytes.shuffle(using: &generator)
        #expect(try unpacked(Deflate.compress(bytes)) == bytes)
    }

    @Test("Repeated text becomes small")
    func small() {
        let line = Array("{\"app\":\"org.example.Mail\",\"reason\":\"fetch\"}".utf8)
        let bytes = (0..<2_000).flatMap { _ in line }
        #expect(Deflate.compress(bytes).count < bytes.count / 100)
    }
}
