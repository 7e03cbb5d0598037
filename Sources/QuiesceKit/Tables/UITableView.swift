import Foundation

/// Shows rows in sections, each by a cell. There are cells for the rows that are seen alone.
@preconcurrency @MainActor open class UITableView: UIScrollView {
    /// How sections look; the values are UIKit's.
    public enum Style: Int, Sendable {
        /// One list; headers stay at the top while their section is seen.
        case plain = 0
        /// Groups with space between them.
        case grouped = 1
        /// Groups with space around them.
        case insetGrouped = 2
    }

    /// How a change looks. Nothing is animated here; the values are UIKit's.
    public enum RowAnimation: Int, Sendable {
        /// Rows fade.
        case fade = 0
        /// Rows come from the right.
        case right = 1
        /// Rows come from the left.
        case left = 2
        /// Rows come from above.
        case top = 3
        /// Rows come from below.
        case bottom = 4
        /// Nothing moves.
        case none = 5
        /// Rows keep to the middle.
        case middle = 6
        /// As the system chooses.
        case automatic = 100
    }

    /// Where a row is to be after scrolling; the values are UIKit's.
    public enum ScrollPosition: Int, Sendable {
        /// Anywhere it is seen.
        case none = 0
        /// At the top.
        case top = 1
        /// In the middle.
        case middle = 2
        /// At the bottom.
        case bottom = 3
    }

    /// Lines between rows; the values are UIKit's.
    public enum SeparatorStyle: Int, Sendable {
        /// No lines.
        case none = 0
        /// One line below each row.
        case singleLine = 1
    }

    /// A height that follows from the content.
    public static let automaticDimension: CGFloat = -1
    /// Points of a row, as UIKit has it.
    static let usualHeight: CGFloat = 44
    /// Cells that are measured may move others into sight, which are measured next.
    private static let mostRounds = 8

    /// Plain, or grouped.
    public let style: Style
    /// Gives the cells.
    open weak var dataSource: (any UITableViewDataSource)? { didSet { reloadData() } }
    /// The height of each row, in points; `automaticDimension`: its cell's.
    open var rowHeight = UITableView.automaticDimension { didSet { reloadData() } }
    /// The height of rows whose cells aren't measured yet, in points.
    open var estimatedRowHeight = UITableView.automaticDimension
    /// The height above each section, in points; `automaticDimension`: its text's.
    open var sectionHeaderHeight = UITableView.automaticDimension { didSet { reloadData() } }
    /// The height below each section, likewise.
    open var sectionFooterHeight = UITableView.automaticDimension { didSet { reloadData() } }
    /// Whether there are lines between rows.
    open var separatorStyle = SeparatorStyle.singleLine { didSet { reloadData() } }
    /// Whether a touch selects a row.
    open var allowsSelection = true
    /// Whether it leaves others selected.
    open var allowsMultipleSelection = false
    /// Above all sections. Its height is its own.
    open var tableHeaderView: UIView? { didSet { replace(oldValue, by: tableHeaderView) } }
    /// Below all sections. Its height is its own.
    open var tableFooterView: UIView? { didSet { replace(oldValue, by: tableFooterView) } }

    var rows = TableRows()
    var cells: [IndexPath: UITableViewCell] = [:]
    var selected: [IndexPath] = []
    var edges: [TableEdge: UIView] = [:]
    var reusable: [String: [UITableViewCell]] = [:]
    var reusableEdges: [String: [UITableViewHeaderFooterView]] = [:]
    var cellTypes: [String: UITableViewCell.Type] = [:]
    var edgeTypes: [String: UITableViewHeaderFooterView.Type] = [:]
    private var needsReload = true

    /// An empty table.
    public init(frame: CGRect, style: Style) {
        self.style = style
        super.init(frame: frame)
        begin()
    }

    public required init?(coder: NSCoder) {
        style = .plain
        super.init(coder: coder)
        begin()
    }

    /// A plain table.
    public convenience override init(frame: CGRect) { self.init(frame: frame, style: .plain) }

    private func begin() {
        backgroundColor =
            style == .plain ? .white : UIColor(red: 0.95, green: 0.95, blue: 0.97, alpha: 1)
    }

    var tableDelegate: (any UITableViewDelegate)? { delegate as? any UITableViewDelegate }

    // MARK: Data

    /// Asks the data source for everything anew, before the next scene. No row is selected then.
    open func reloadData() {
        needsReload = true
        setNeedsLayout()
    }

    /// Has it ask now where it was to ask anew.
    func reloadIfNeeded() {
        guard needsReload else { return }
        needsReload = false
        for (path, cell) in cells { retire(cell, at: path) }
        for view in edges.values { view.removeFromSuperview() }
        (cells, edges, selected) = ([:], [:], [])
        measure()
    }

    private func measure() {
        let start = tableHeaderView?.frame.height ?? 0
        guard let dataSource else {
            rows = TableRows(start: start)
            return
        }
        let count = dataSource.numberOfSections(in: self)
        let sections = (0..<max(0, count)).map { section in
            let number = dataSource.tableView(self, numberOfRowsInSection: section)
            return TableRows.Section(
                header: edgeHeight(.header(section)), footer: edgeHeight(.footer(section)),
                rows: (0..<max(0, number)).map { row(IndexPath(row: $0, section: section)) })
        }
        rows = TableRows(sections, start: start)
    }

    private func row(_ path: IndexPath) -> TableRows.Row {
        let height = tableDelegate?.tableView(self, heightForRowAt: path) ?? rowHeight
        if height >= 0, height.isFinite { return TableRows.Row(height: height, isEstimate: false) }
        let estimate = estimatedRowHeight > 0 ? estimatedRowHeight : Self.usualHeight
        return TableRows.Row(height: estimate, isEstimate: true)
    }

    private func replace(_ old: UIView?, by new: UIView?) {
        if old !== new { old?.removeFromSuperview() }
        if let new { addSubview(new) }
        reloadData()
    }

    // MARK: Layout

    open override func layoutSubviews() {
        reloadIfNeeded()
        placeEnds()
        for _ in 0..<Self.mostRounds where showRows() { rows.place() }
        dropUnseen()
        for (path, cell) in cells { cell.frame = rectForRow(at: path) }
        placeEdges()
        placeEnds()
        contentSize = CGSize(
            width: bounds.width, height: rows.height + (tableFooterView?.frame.height ?? 0))
        super.layoutSubviews()
    }

    override func resized(from old: CGSize) {
        super.resized(from: old)
        // Rows that follow from their content have other heights.
        if bounds.width != old.width, rowHeight < 0 { forgetHeights() }
    }

    private func forgetHeights() {
        guard !needsReload else { return }
        measure()
        setNeedsLayout()
    }

    private func placeEnds() {
        if let view = tableHeaderView {
            view.frame = CGRect(x: 0, y: 0, width: bounds.width, height: view.frame.height)
        }
        if let view = tableFooterView {
            view.frame = CGRect(
                x: 0, y: rows.height, width: bounds.width, height: view.frame.height)
        }
    }

    /// Gives the rows in sight their cells.
    ///
    /// - Returns: whether a row has another height by that.
    private func showRows() -> Bool {
        var isNew = false
        for path in rows.rows(from: bounds.minY, to: bounds.maxY) {
            guard let dataSource else { return false }
            let cell: UITableViewCell
            if let shown = cells[path] {
                cell = shown
            } else {
                cell = dataSource.tableView(self, cellForRowAt: path)
                cells[path] = cell
                cell.table = self
                cell.separator.isHidden = separatorStyle == .none
                cell.setSelected(selected.contains(path), animated: false)
                tableDelegate?.tableView(self, willDisplay: cell, forRowAt: path)
                if cell.superview !== self { insertSubview(cell, at: 0) }
            }
            guard rows[path].isEstimate else { continue }
            let height = fittingHeight(of: cell)
            isNew = isNew || height != rows[path].height
            rows.set(height, at: path)
        }
        rows.place()
        return isNew
    }

    private func fittingHeight(of cell: UITableViewCell) -> CGFloat {
        let size = CGSize(width: rowFrame(y: 0, height: 0).width, height: 0)
        let fitting = cell.systemLayoutSizeFitting(
            size, withHorizontalFittingPriority: .required,
            verticalFittingPriority: .fittingSizeLevel)
        // The line between two rows is below the content.
        let line: CGFloat = separatorStyle == .none ? 0 : 1
        return max(Self.usualHeight, fitting.height.rounded(.up) + line)
    }

    private func dropUnseen() {
        let seen = Set(rows.rows(from: bounds.minY, to: bounds.maxY))
        for (path, cell) in cells where !seen.contains(path) {
            cells[path] = nil
            retire(cell, at: path)
        }
    }

    private func retire(_ cell: UITableViewCell, at path: IndexPath) {
        cell.removeFromSuperview()
        tableDelegate?.tableView(self, didEndDisplaying: cell, forRowAt: path)
        if let identifier = cell.reuseIdentifier { reusable[identifier, default: []].append(cell) }
    }

    func rowFrame(y: CGFloat, height: CGFloat) -> CGRect {
        let inset: CGFloat = style == .insetGrouped ? 16 : 0
        return CGRect(x: inset, y: y, width: max(0, bounds.width - 2 * inset), height: height)
    }
}
