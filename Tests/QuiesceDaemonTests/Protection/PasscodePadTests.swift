import TestSupport
import Testing

@testable import QuiesceDaemon

@Suite("The keypad of the lock screen", .behaviour("P3")) struct PasscodePadTests {
    @Test("Digits are kept until OK tries them; delete takes the last back")
    func keys() {
        var pad = PasscodePad()
        #expect(pad.press("ok") == .nothingTyped)
        #expect(pad.press("1") == .typed(1))
        #expect(pad.press("2") == .typed(2))
        #expect(pad.press("delete") == .typed(1))
        #expect(pad.press("0") == .typed(2))
        #expect(pad.press("ok") == .tries("10"))
        #expect(pad.count == 0)
        #expect(pad.press("delete") == .typed(0))
    }

    @Test("Other keys, and more digits than a passcode has, are refused")
    func refused() {
        var pad = PasscodePad()
        for key in ["", "10", "a", "OK", "①"] { #expect(pad.press(key) == .unknownKey) }
        while case .typed = pad.press("7") {}
        #expect(pad.press("7") == .full)
        let count = pad.count
        #expect(pad.press("ok") == .tries(String(repeating: "7", count: count)))
    }
}
