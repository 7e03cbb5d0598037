import Testing

@testable import QuiesceCore

@Suite struct NewestTests {
    @Test("One more than may be kept takes the place of the oldest, and the order stays")
    func order() {
        var newest = Newest<Int>(3)
        #expect((1...3).allSatisfy { newest.append($0) == nil })
        #expect(newest.append(4) == 1)
        #expect(newest.append(5) == 2)
        #expect(Array(newest) == [3, 4, 5])
        newest[2] = 6
        #expect(newest.last == 6)
        newest.keep { $0 != 4 }
        newest.append(7)
        #expect(Array(newest) == [3, 6, 7])
    }

    @Test("Two are alike that hold the same, wherever each began")
    func alike() {
        var worn = Newest<Int>(3)
        for number in 1...5 { worn.append(number) }
        let new = Newest(3, of: [1, 3, 4, 5])
        #expect(worn == new)
        #expect(worn.hashValue == new.hashValue)
        #expect(worn != Newest(3, of: [4, 3, 5]))
    }
}
