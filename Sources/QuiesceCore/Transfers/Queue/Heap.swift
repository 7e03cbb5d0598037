/// A binary heap: the least is found at once, and taken out in O(log n).
struct Heap<Element: Comparable & Sendable>: Sendable {
    private var elements: [Element] = []

    var isEmpty: Bool { elements.isEmpty }
    var count: Int { elements.count }
    var least: Element? { elements.first }

    mutating func insert(_ element: Element) {
        elements.append(element)
        var at = elements.count - 1
        while at > 0 {
            let parent = (at - 1) / 2
            guard elements[at] < elements[parent] else { return }
            elements.swapAt(at, parent)
            at = parent
        }
    }

    @discardableResult
    mutating func removeLeast() -> Element? {
        guard let least = elements.first else { return nil }
        let last = elements.removeLast()
        guard !elements.isEmpty else { return least }
        elements[0] = last
        var at = 0
        while true {
            var child = 2 * at + 1
            guard child < elements.count else { return least }
            if child + 1 < elements.count, elements[child + 1] < elements[child] { child += 1 }
            guard elements[child] < elements[at] else { return least }
            elements.swapAt(at, child)
            at = child
        }
    }

    /// Drops all that no longer counts.
    mutating func keep(where counts: (Element) -> Bool) {
        let kept = elements.filter(counts)
        elements.removeAll(keepingCapacity: true)
        for element in kept { insert(element) }
    }
}
