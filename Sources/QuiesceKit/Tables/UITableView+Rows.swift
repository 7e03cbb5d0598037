import Foundation

// Rows, and which of them are seen and selected.
extension UITableView {
    /// How many sections there are.
    public var numberOfSections: Int {
        reloadIfNeeded()
        return rows.sections.count
    }

    /// How many rows a section has; 0 where there is no such section.
    public func numberOfRows(inSection section: Int) -> Int {
        reloadIfNeeded()
        return rows.sections.indices.contains(section) ? rows.sections[section].rows.count : 0
    }

    /// Where a row is, in the table's coordinates; empty where there is no such row.
    public func rectForRow(at indexPath: IndexPath) -> CGRect {
        reloadIfNeeded()
        guard rows.contains(indexPath) else { return .zero }
        return rowFrame(y: rows[indexPath].y, height: rows[indexPath].height)
    }

    /// The row at a point, in the table's coordinates; nil: there is none.
    public func indexPathForRow(at point: CGPoint) -> IndexPath? {
        reloadIfNeeded()
        return rows.rows(from: point.y, to: point.y.nextUp).first {
            rectForRow(at: $0).contains(point)
        }
    }

    /// The rows that are seen, from the top down; nil: none.
    public var indexPathsForVisibleRows: [IndexPath]? { cells.isEmpty ? nil : cells.keys.sorted() }

    /// The cells that are seen, from the top down.
    public var visibleCells: [UITableViewCell] { cells.keys.sorted().compactMap { cells[$0] } }

    /// The cell of a row that is seen; nil: it isn't.
    public func cellForRow(at indexPath: IndexPath) -> UITableViewCell? { cells[indexPath] }

    /// The row of a cell that is seen.
    public func indexPath(for cell: UITableViewCell) -> IndexPath? {
        cells.first { $0.value === cell }?.key
    }

    /// Scrolls to a row. One that isn't there is left out.
    public func scrollToRow(
        at indexPath: IndexPath, at scrollPosition: ScrollPosition, animated: Bool
    ) {
        layoutIfNeeded()
        guard rows.contains(indexPath) else { return }
        let rect = rectForRow(at: indexPath)
        let shown = bounds.inset(by: adjustedContentInset)
        var target = rect
        switch scrollPosition {
        case .none: break
        case .top: target.size.height = shown.height
        case .middle: target = rect.insetBy(dx: 0, dy: (rect.height - shown.height) / 2)
        case .bottom:
            target.origin.y = rect.maxY - shown.height
            target.size.height = shown.height
        }
        scrollRectToVisible(target, animated: animated)
    }

    // MARK: Selection

    /// The row that is selected; of several the first.
    public var indexPathForSelectedRow: IndexPath? { selected.first }

    /// The rows that are selected; nil: none.
    public var indexPathsForSelectedRows: [IndexPath]? { selected.isEmpty ? nil : selected }

    /// Selects a row, without a call to the delegate. nil: none is selected any more.
    public func selectRow(
        at indexPath: IndexPath?, animated: Bool, scrollPosition: ScrollPosition
    ) {
        reloadIfNeeded()
        if !allowsMultipleSelection || indexPath == nil {
            for path in selected where path != indexPath {
                deselectRow(at: path, animated: animated)
            }
        }
        guard let indexPath, rows.contains(indexPath) else { return }
        if !selected.contains(indexPath) { selected.append(indexPath) }
        cells[indexPath]?.setSelected(true, animated: animated)
        if scrollPosition != .none {
            scrollToRow(at: indexPath, at: scrollPosition, animated: animated)
        }
    }

    /// Has a row not selected any more, without a call to the delegate.
    public func deselectRow(at indexPath: IndexPath, animated: Bool) {
        selected.removeAll { $0 == indexPath }
        cells[indexPath]?.setSelected(false, animated: animated)
    }

    func mayHighlight(_ cell: UITableViewCell) -> Bool {
        guard allowsSelection, let path = indexPath(for: cell) else { return false }
        return tableDelegate?.tableView(self, shouldHighlightRowAt: path) ?? true
    }

    /// The user has touched a cell.
    func select(_ cell: UITableViewCell) {
        guard let touched = indexPath(for: cell) else { return }
        if allowsMultipleSelection, selected.contains(touched) {
            deselectRow(at: touched, animated: false)
            tableDelegate?.tableView(self, didDeselectRowAt: touched)
            return
        }
        let chosen =
            tableDelegate.map { $0.tableView(self, willSelectRowAt: touched) } ?? touched
        guard let chosen, rows.contains(chosen) else { return }
        if !allowsMultipleSelection {
            for path in selected where path != chosen {
                deselectRow(at: path, animated: false)
                tableDelegate?.tableView(self, didDeselectRowAt: path)
            }
        }
        selectRow(at: chosen, animated: false, scrollPosition: .none)
        tableDelegate?.tableView(self, didSelectRowAt: chosen)
    }

    // MARK: Changes

    /// Asks for rows that came in. As nothing is animated, all rows are asked for anew.
    public func insertRows(at indexPaths: [IndexPath], with animation: RowAnimation) {
        reloadData()
    }

    /// Asks for what is left of the rows, as `insertRows(at:with:)` does.
    public func deleteRows(at indexPaths: [IndexPath], with animation: RowAnimation) {
        reloadData()
    }

    /// Asks for rows anew, as `insertRows(at:with:)` does.
    public func reloadRows(at indexPaths: [IndexPath], with animation: RowAnimation) {
        reloadData()
    }

    /// Asks for sections anew, as `insertRows(at:with:)` does.
    public func reloadSections(_ sections: IndexSet, with animation: RowAnimation) {
        reloadData()
    }

    /// Does several changes at once: the table asks for rows when they are done.
    public func performBatchUpdates(
        _ updates: (() -> Void)?, completion: ((Bool) -> Void)? = nil
    ) {
        updates?()
        reloadData()
        completion?(true)
    }

    /// Several changes follow. The table asks for rows when the turn of the main loop is over.
    public func beginUpdates() {}

    /// Asks for rows anew.
    public func endUpdates() { reloadData() }
}
