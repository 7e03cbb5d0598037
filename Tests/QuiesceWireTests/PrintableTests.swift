import QuiesceWire
import Testing

@Suite struct PrintableTests {
    @Test("Untrusted text is one printable line, as long as whoever tells it allows")
    func bounded() {
        #expect("a\nb\u{1b}".printable == "a\\u{a}b\\u{1b}")
        let long = String(repeating: "x", count: 500)
        #expect(long.printable.count == 80)
        #expect(long.printable(atMost: 400).count == 400)
    }
}
