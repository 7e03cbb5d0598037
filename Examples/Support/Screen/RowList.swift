import Foundation

#if os(iOS)
    import UIKit
#else
    import QuiesceKit
#endif

/// Rows on a card, as many as there is room for.
public final class RowList: UIView {
    public struct Row {
        var title: String
        var detail: String
        var note: String
        var progress: Double?

        /// - Parameters:
        ///   - detail: below the title.
        ///   - note: at the right of the title.
        ///   - progress: from 0 to 1; nil: there is no bar.
        public init(
            _ title: String, _ detail: String = "", note: String = "", progress: Double? = nil
        ) {
            self.title = title
            self.detail = detail
            self.note = note
            self.progress = progress
        }

        public func with(note: String) -> Row {
            Row(title, detail, note: note, progress: progress)
        }
    }

    private static let rowHeight: CGFloat = 56

    public func show(_ rows: [Row]) {
        backgroundColor = Look.card
        let height = Self.rowHeight
        let count = min(rows.count, max(0, Int(bounds.height / height)))
        frame.size.height = height * CGFloat(count)
        while subviews.count < count { addSubview(RowView(frame: .zero)) }
        for (index, view) in subviews.enumerated() {
            view.isHidden = index >= count
            guard index < count, let view = view as? RowView else { continue }
            view.row = rows[index]
            view.isLast = index == count - 1
            view.frame = CGRect(
                x: 0, y: height * CGFloat(index), width: bounds.width, height: height)
        }
    }
}

private final class RowView: UIView {
    var row = RowList.Row("") { didSet { setNeedsLayout() } }
    var isLast = false
    private let title = UILabel(.body)
    private let detail = UILabel(.small, Look.faint)
    private let note = UILabel(.small, Look.faint, .right)
    private let bar = ProgressBar(frame: .zero)
    private let line = UIView(Look.line)

    override func layoutSubviews() {
        if line.superview == nil { add(title, detail, note, bar, line) }
        title.text = row.title
        detail.text = row.detail
        note.text = row.note
        bar.isHidden = row.progress == nil
        bar.progress = CGFloat(row.progress ?? 0)
        let width = bounds.width - 24
        // By its letters, for want of their sizes.
        let noteWidth = min(width / 2, 10 * CGFloat(row.note.count) + 4)
        let isSingle = row.detail.isEmpty && row.progress == nil
        let y: CGFloat = isSingle ? 16 : 8
        title.frame = CGRect(x: 12, y: y, width: width - noteWidth, height: 24)
        note.frame = CGRect(x: 12 + width - noteWidth, y: y, width: noteWidth, height: 24)
        detail.frame = CGRect(x: 12, y: 32, width: width, height: 18)
        bar.frame = CGRect(x: 12, y: 40, width: width, height: 4)
        line.isHidden = isLast
        line.frame = CGRect(x: 12, y: bounds.height - 1, width: width, height: 1)
    }
}
