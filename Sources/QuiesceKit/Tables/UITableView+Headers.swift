import Foundation

/// A header or a footer.
enum TableEdge: Hashable {
    case header(Int)
    case footer(Int)

    var section: Int {
        switch self {
        case .header(let section), .footer(let section): section
        }
    }
}

// Headers and footers of sections.
extension UITableView {
    private static let headerHeight: CGFloat = 28
    private static let gap: CGFloat = 18

    func edgeHeight(_ edge: TableEdge) -> CGFloat {
        let asked: CGFloat =
            switch edge {
            case .header(let section):
                tableDelegate?.tableView(self, heightForHeaderInSection: section)
                    ?? sectionHeaderHeight
            case .footer(let section):
                tableDelegate?.tableView(self, heightForFooterInSection: section)
                    ?? sectionFooterHeight
            }
        if asked >= 0, asked.isFinite { return asked }
        if let view = view(edge) {
            edges[edge] = view
            let size = view.systemLayoutSizeFitting(
                CGSize(width: bounds.width, height: 0), withHorizontalFittingPriority: .required,
                verticalFittingPriority: .fittingSizeLevel)
            return size.height > 0 ? size.height : max(view.frame.height, Self.headerHeight)
        }
        let isPlain = style == .plain
        guard title(edge) == nil else { return Self.headerHeight + (isPlain ? 0 : 10) }
        return isPlain ? 0 : Self.gap
    }

    private func title(_ edge: TableEdge) -> String? {
        switch edge {
        case .header(let section):
            dataSource?.tableView(self, titleForHeaderInSection: section)
        case .footer(let section):
            dataSource?.tableView(self, titleForFooterInSection: section)
        }
    }

    private func view(_ edge: TableEdge) -> UIView? {
        switch edge {
        case .header(let section): tableDelegate?.tableView(self, viewForHeaderInSection: section)
        case .footer(let section): tableDelegate?.tableView(self, viewForFooterInSection: section)
        }
    }

    /// Shows the headers and footers in sight, in front of the rows.
    func placeEdges() {
        var seen: [TableEdge] = []
        for (number, section) in rows.sections.enumerated()
        where section.end > bounds.minY && section.y < bounds.maxY {
            if section.header > 0 { seen.append(.header(number)) }
            if section.footer > 0 { seen.append(.footer(number)) }
        }
        for (edge, view) in edges where !seen.contains(edge) {
            edges[edge] = nil
            view.removeFromSuperview()
            if let view = view as? UITableViewHeaderFooterView, let name = view.reuseIdentifier {
                reusableEdges[name, default: []].append(view)
            }
        }
        for edge in seen {
            guard let view = edges[edge] ?? view(edge) ?? titled(edge) else { continue }
            edges[edge] = view
            view.frame = frame(edge)
            if view.superview !== self { addSubview(view) }
        }
    }

    private func titled(_ edge: TableEdge) -> UIView? {
        guard let title = title(edge) else { return nil }
        let view = UITableViewHeaderFooterView(reuseIdentifier: nil)
        view.textLabel?.text = style == .plain ? title : title.uppercased()
        if case .footer = edge { view.textLabel?.text = title }
        if style == .plain { view.backgroundColor = UIColor(white: 0.95, alpha: 1) }
        return view
    }

    private func frame(_ edge: TableEdge) -> CGRect {
        let section = rows.sections[edge.section]
        switch edge {
        case .footer: return rowFrame(y: section.footerY, height: section.footer)
        case .header:
            var y = section.y
            if style == .plain {
                // It stays at the top while rows of the section are seen.
                let top = bounds.minY + adjustedContentInset.top
                y = max(y, min(top, section.footerY - section.header))
            }
            return rowFrame(y: y, height: section.header)
        }
    }
}

/// A header or a footer of a section.
///
/// A subclass that the table is to make has `init(reuseIdentifier:)`, as with UIKit.
@preconcurrency @MainActor open class UITableViewHeaderFooterView: UIView {
    /// The name by which the table finds views of one kind.
    public let reuseIdentifier: String?
    /// Holds what the view shows.
    public let contentView = UIView()
    /// The text; made when it is first asked for.
    open private(set) lazy var textLabel: UILabel? = {
        let label = UILabel()
        label.font = .systemFont(ofSize: 13, weight: .semibold)
        label.textColor = UIColor(white: 0.35, alpha: 1)
        contentView.addSubview(label)
        hasLabel = true
        return label
    }()
    private var hasLabel = false

    /// - Parameter reuseIdentifier: the name by which it is found when it is to be reused; nil: it
    ///   isn't.
    public init(reuseIdentifier: String?) {
        self.reuseIdentifier = reuseIdentifier
        super.init(frame: .zero)
        addSubview(contentView)
    }

    public required init?(coder: NSCoder) {
        reuseIdentifier = nil
        super.init(coder: coder)
        addSubview(contentView)
    }

    /// A view for a table's `register(_:forHeaderFooterViewReuseIdentifier:)`. It calls
    /// `init(reuseIdentifier:)` of the subclass, which inherits it when it has that.
    public required convenience init(registeredAs reuseIdentifier: String) {
        self.init(reuseIdentifier: reuseIdentifier)
    }

    /// The table is about to use the view for another section.
    open func prepareForReuse() {}

    open override func layoutSubviews() {
        super.layoutSubviews()
        contentView.frame = bounds
        guard hasLabel, let label = textLabel else { return }
        let height = label.font.lineHeight
        label.frame = CGRect(
            x: 16, y: bounds.height - height - 6, width: max(0, bounds.width - 32), height: height)
    }

    open override func systemLayoutSizeFitting(
        _ targetSize: CGSize,
        withHorizontalFittingPriority horizontalFittingPriority:
            UILayoutPriority, verticalFittingPriority: UILayoutPriority
    ) -> CGSize {
        contentView.systemLayoutSizeFitting(
            targetSize, withHorizontalFittingPriority: horizontalFittingPriority,
            verticalFittingPriority: verticalFittingPriority)
    }
}
