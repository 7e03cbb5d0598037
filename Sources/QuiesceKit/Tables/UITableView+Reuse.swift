import Foundation

extension UITableView {
    /// Has cells of a class made for an identifier.
    ///
    /// - Parameter cellClass: a subclass of `UITableViewCell`; nil: none any more.
    public func register(_ cellClass: AnyClass?, forCellReuseIdentifier identifier: String) {
        cellTypes[identifier] = cellClass as? UITableViewCell.Type
    }

    /// A cell that isn't seen any more, or a new one of the registered class; nil: none is.
    public func dequeueReusableCell(withIdentifier identifier: String) -> UITableViewCell? {
        if let cell = reusable[identifier]?.popLast() {
            cell.prepareForReuse()
            return cell
        }
        return cellTypes[identifier]?.init(registeredAs: identifier)
    }

    /// The same for a row. An identifier that no class is registered for ends the app, as on iOS.
    public func dequeueReusableCell(
        withIdentifier identifier: String, for indexPath: IndexPath
    ) -> UITableViewCell {
        if let cell = dequeueReusableCell(withIdentifier: identifier) { return cell }
        AppFault.happened(
            "unable to dequeue a cell with identifier \(identifier): register a class for it")
        return UITableViewCell(style: .default, reuseIdentifier: identifier)
    }

    /// Has headers and footers of a class made for an identifier.
    ///
    /// - Parameter aClass: a subclass of `UITableViewHeaderFooterView`; nil: none any more.
    public func register(_ aClass: AnyClass?, forHeaderFooterViewReuseIdentifier identifier: String)
    {
        edgeTypes[identifier] = aClass as? UITableViewHeaderFooterView.Type
    }

    /// A header or footer that isn't seen any more, or a new one of the registered class; nil: none
    /// is.
    public func dequeueReusableHeaderFooterView(
        withIdentifier identifier: String
    ) -> UITableViewHeaderFooterView? {
        if let view = reusableEdges[identifier]?.popLast() {
            view.prepareForReuse()
            return view
        }
        return edgeTypes[identifier]?.init(registeredAs: identifier)
    }
}
