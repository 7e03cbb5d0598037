import Testing

@testable import QuiesceConsole

@Suite("A page's frames") struct FrameGaugeTests {
    /// The head of a masked text frame.
    private func head(_ length: Int) -> [UInt8] {
        let size: [UInt8] =
            switch length {
            case ..<126: [0x80 | UInt8(length)]
            case ..<65_536: [0x80 | 126, UInt8(length >> 8), UInt8(length & 0xff)]
            case _: [0x80 | 127] + (0..<8).reversed().map { UInt8(length >> ($0 * 8) & 0xff) }
            }
        return [0x81] + size + [1, 2, 3, 4]
    }

    private func frame(_ length: Int) -> [UInt8] {
        head(length) + [UInt8](repeating: 7, count: length)
    }

    @Test("pass in any pieces, up to the longest message", arguments: [1, 2, 5, 100_000])
    func pieces(size: Int) {
        let bytes = [0, 1, 125, 126, 300, 65_535, 65_536].flatMap(frame)
        var gauge = FrameGauge()
        for start in stride(from: 0, to: bytes.count, by: size) {
            let isFine = gauge.pass(bytes[start..<min(start + size, bytes.count)])
            #expect(isFine)
        }
    }

    @Test("that are longer end the line with their head", arguments: [65_537, 1 << 40, Int.max])
    func long(length: Int) {
        var gauge = FrameGauge()
        let isFine = gauge.pass(head(length)[...])
        #expect(!isFine)
    }

    @Test("that no browser sends end the line: unmasked ones") func unmasked() {
        var gauge = FrameGauge()
        let isFine = gauge.pass([0x81, 0x05, 1])
        #expect(!isFine)
    }
}
