/// The newest few of what was appended, the oldest first. One more takes the place of the oldest:
/// nothing else is moved.
struct Newest<Element: Hashable & Sendable>: RandomAccessCollection, Hashable, Sendable {
    private var kept: [Element] = []
    /// The oldest one's place, once there are as many as may be.
    private var oldest = 0
    private let most: Int

    init(_ most: Int, of elements: [Element] = []) {
        self.most = most
        kept = Array(elements.suffix(most))
    }

    var startIndex: Int { 0 }
    var endIndex: Int { kept.count }

    subscript(position: Int) -> Element {
        get { kept[place(of: position)] }
        set { kept[place(of: position)] = newValue }
    }

    private func place(of position: Int) -> Int {
        let place = oldest + position
        return place < kept.count ? place : place - kept.count
    }

    /// - Returns: the one that is no longer kept.
    @discardableResult
    mutating func append(_ element: Element) -> Element? {
        guard kept.count == most else {
            kept.append(element)
            return nil
        }
        var dropped = element
        swap(&dropped, &kept[oldest])
        oldest = oldest + 1 == most ? 0 : oldest + 1
        return dropped
    }

    mutating func keep(_ isWanted: (Element) -> Bool) { self = Newest(most, of: filter(isWanted)) }

    static func == (a: Self, b: Self) -> Bool { a.elementsEqual(b) }

    func hash(into hasher: inout Hasher) {
        hasher.combine(count)
        for element in self { hasher.combine(element) }
    }
}
