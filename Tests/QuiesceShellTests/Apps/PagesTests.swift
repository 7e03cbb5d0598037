import Testing

@testable import QuiesceShell

@Suite("Lists in pages") struct PagesTests {
    private func pages(_ items: [String], most: Int) -> [[String]] {
        Pages(items, most: most) { $0.utf8.count }.all.map(\.items)
    }

    @Test("An empty list is one empty page, first and last")
    func empty() {
        let all = Pages([String](), most: 10) { $0.utf8.count }.all
        #expect(all.count == 1)
        #expect(all[0].items.isEmpty)
        #expect(all[0].isFirst && all[0].isLast)
    }

    @Test("A page is as full as its limit allows, and the order stays")
    func full() {
        let items = ["aa", "bb", "c", "dd", "eee"]
        #expect(pages(items, most: 5) == [["aa", "bb", "c"], ["dd", "eee"]])
        #expect(pages(["aaa", "bbb"], most: 5) == [["aaa"], ["bbb"]])
    }

    @Test("An item larger than a page has one of its own, and no page is empty")
    func large() {
        #expect(pages(["aaaaaaa", "b", "ccccccc"], most: 5) == [["aaaaaaa"], ["b"], ["ccccccc"]])
    }

    @Test("Only the first page is the first, only the last the last")
    func ends() {
        let all = Pages(1...7, most: 3) { _ in 1 }.all
        #expect(all.map(\.items) == [[1, 2, 3], [4, 5, 6], [7]])
        #expect(all.map(\.isFirst) == [true, false, false])
        #expect(all.map(\.isLast) == [false, false, true])
    }
}
