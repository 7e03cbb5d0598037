/// The badges and presentation settings of those apps that have any.
struct PresentationSettings: Sendable, Hashable {
    /// In the order of their apps.
    private(set) var all: [PresentationFact] = []

    var isEmpty: Bool { all.isEmpty }

    subscript(app: AppID) -> PresentationFact? {
        get {
            let place = place(of: app)
            return place < all.count && all[place].app == app ? all[place] : nil
        }
        set {
            let place = place(of: app)
            let isKnown = place < all.count && all[place].app == app
            all.replaceSubrange(
                place..<(isKnown ? place + 1 : place), with: newValue.map { [$0] } ?? [])
        }
    }

    /// Where it is, or would be.
    private func place(of app: AppID) -> Int {
        var (low, high) = (0, all.count)
        while low < high {
            let middle = (low + high) / 2
            if all[middle].app < app { low = middle + 1 } else { high = middle }
        }
        return low
    }
}

extension PresentationSettings: WrittenAs {
    var written: [PresentationFact] { all }
    init(written facts: [PresentationFact]) { for fact in facts { self[fact.app] = fact } }
}
