/// A list for an app that may be too long for one datagram, in pages.
package struct Pages<Item> {
    package struct Page {
        package var items: [Item] = []
        package var isFirst: Bool
        package var isLast = false
    }

    /// In the list's order; an empty list is one empty page.
    package private(set) var all = [Page(isFirst: true)]

    /// - Parameters:
    ///   - most: the sizes on one page add up to this at most; an item that is larger by itself has
    ///     a page of its own.
    ///   - size: of an item, in the unit of `most`.
    package init(_ items: some Sequence<Item>, most: Int, size: (Item) -> Int) {
        var used = 0
        for item in items {
            let size = size(item)
            if used + size > most, used > 0 {
                all.append(Page(isFirst: false))
                used = 0
            }
            all[all.count - 1].items.append(item)
            used += size
        }
        all[all.count - 1].isLast = true
    }
}
