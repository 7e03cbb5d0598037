import Foundation

#if os(iOS)
    import UIKit
#else
    import QuiesceKit
#endif

/// A picture, a map or a chart, of coloured rectangles: each is a view, which is used again.
public final class Mosaic: UIView {
    /// In the mosaic's own coordinates.
    public struct Tile {
        var frame: CGRect
        var color: UIColor

        public init(_ frame: CGRect, _ color: UIColor) {
            self.frame = frame
            self.color = color
        }
    }

    public func show(_ tiles: [Tile]) {
        while subviews.count < tiles.count {
            let view = UIView(frame: .zero)
            // Touches are for what the picture is in.
            view.isUserInteractionEnabled = false
            addSubview(view)
        }
        for (view, tile) in zip(subviews, tiles) {
            view.frame = tile.frame
            view.backgroundColor = tile.color
            view.isHidden = false
        }
        for view in subviews.dropFirst(tiles.count) { view.isHidden = true }
    }

    /// Shows squares as large as there is room for: a letter of `rows` stands for one, in its
    /// colour; without a colour it isn't there.
    public func show(_ rows: [String], _ colors: [Character: UIColor]) {
        let columns = rows.map(\.count).max() ?? 0
        guard columns > 0 else { return show([]) }
        let side = min(bounds.width / CGFloat(columns), bounds.height / CGFloat(rows.count))
        // Whole points, so that no light falls between two of them.
        let cell = side >= 1 ? side.rounded(.down) : side
        let left = ((bounds.width - cell * CGFloat(columns)) / 2).rounded(.down)
        let top = ((bounds.height - cell * CGFloat(rows.count)) / 2).rounded(.down)
        var tiles: [Tile] = []
        for (row, letters) in rows.map(Array.init).enumerated() {
            var column = 0
            while column < letters.count {
                let end = letters[column...].firstIndex { $0 != letters[column] } ?? letters.count
                if let color = colors[letters[column]] {
                    tiles.append(
                        Tile(
                            CGRect(
                                x: left + cell * CGFloat(column), y: top + cell * CGFloat(row),
                                width: cell * CGFloat(end - column), height: cell), color))
                }
                column = end
            }
        }
        show(tiles)
    }
}

/// How much of something is done.
public final class ProgressBar: UIView {
    /// From 0 to 1.
    public var progress: CGFloat = 0 { didSet { setNeedsLayout() } }
    private let done = UIView(Look.accent)

    public override func layoutSubviews() {
        if done.superview == nil { addSubview(done) }
        backgroundColor = Look.line
        done.frame = CGRect(
            x: 0, y: 0, width: bounds.width * min(1, max(0, progress)), height: bounds.height)
    }
}
