/// First in, first out. Both ends cost constant time, amortised.
struct Queue<Element> {
    private var items: [Element] = []
    /// Items before it were taken.
    private var head = 0

    init(_ items: [Element] = []) { self.items = items }

    var count: Int { items.count - head }
    var first: Element? { head < items.count ? items[head] : nil }
    var last: Element? { head < items.count ? items.last : nil }
    var all: ArraySlice<Element> { items[head...] }

    mutating func append(_ item: Element) {
        items.append(item)
    }

    mutating func removeLast() { items.removeLast() }

    mutating func removeFirst() {
        head += 1
        if head * 2 > items.count {
            items.removeFirst(head)
            head = 0
        }
    }
}
