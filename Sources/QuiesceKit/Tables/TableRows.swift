import Foundation

/// Where the rows, headers and footers of a table are, from the top down.
struct TableRows {
    struct Row {
        var height: CGFloat
        /// The height isn't known before the row has a cell.
        var isEstimate: Bool
        var y: CGFloat = 0
    }

    struct Section {
        var header: CGFloat
        var footer: CGFloat
        var rows: [Row]
        /// From the header's top to the footer's bottom.
        var y: CGFloat = 0
        var end: CGFloat = 0
        var footerY: CGFloat { end - footer }
    }

    private(set) var sections: [Section] = []
    private(set) var height: CGFloat = 0
    private let start: CGFloat

    /// - Parameter start: where the first section begins, in points.
    init(_ sections: [Section] = [], start: CGFloat = 0) {
        (self.sections, self.start) = (sections, start)
        place()
    }

    func contains(_ path: IndexPath) -> Bool {
        path.count == 2 && sections.indices.contains(path.section)
            && sections[path.section].rows.indices.contains(path.row)
    }

    subscript(path: IndexPath) -> Row { sections[path.section].rows[path.row] }

    mutating func set(_ height: CGFloat, at path: IndexPath) {
        sections[path.section].rows[path.row] = Row(height: height, isEstimate: false)
    }

    /// Gives everything its place, by the heights.
    mutating func place() {
        var y = start
        for section in sections.indices {
            sections[section].y = y
            y += sections[section].header
            for row in sections[section].rows.indices {
                sections[section].rows[row].y = y
                y += sections[section].rows[row].height
            }
            y += sections[section].footer
            sections[section].end = y
        }
        height = y
    }

    /// The rows of which something lies between two heights.
    func rows(from top: CGFloat, to bottom: CGFloat) -> [IndexPath] {
        var found: [IndexPath] = []
        for (number, section) in sections.enumerated()
        where section.end > top && section.y < bottom {
            let rows = section.rows
            // The first that ends below the top.
            var (low, high) = (0, rows.count)
            while low < high {
                let middle = (low + high) / 2
                if rows[middle].y + rows[middle].height > top {
                    high = middle
                } else {
                    low = middle + 1
                }
            }
            while low < rows.count, rows[low].y < bottom {
                found.append(IndexPath(row: low, section: number))
                low += 1
            }
        }
        return found
    }
}
