/// Rows of text in columns as wide as their widest cell.
package struct Table {
    package struct Cell: ExpressibleByStringInterpolation, Hashable {
        package var text: String
        package var colour: Colour?

        package init(_ text: String, _ colour: Colour? = nil) {
            self.text = oneLine(text)
            self.colour = colour
        }
        package init(stringLiteral text: String) { self.init(text) }

        mutating func cut(to width: Int) {
            if text.count > width { text = text.prefix(width - 1) + "…" }
        }
    }

    package struct Column {
        package var title: String
        /// Numbers line up at their last digit.
        package var isNumber = false

        package init(title: String, isNumber: Bool = false) {
            self.title = title
            self.isNumber = isNumber
        }
    }

    package let columns: [Column]
    package private(set) var rows: [[Cell]] = []

    package init(_ columns: [Column]) { self.columns = columns }

    /// - Parameter cells: one for each column.
    package mutating func add(_ cells: [Cell]) {
        precondition(cells.count == columns.count, "a row has one cell per column")
        rows.append(cells)
    }

    /// The lines, without blanks at their ends.
    ///
    /// - Parameter width: of the screen; nil: nothing is cut.
    package func lines(coloured: Bool = Colour.isOn, width: Int? = nil) -> [String] {
        let header = columns.map { Cell($0.title, .bold) }
        var all = [header] + rows
        let natural = columns.indices.map { column in all.map { $0[column].text.count }.max() ?? 0 }
        let widths = fitted(natural, width)
        for (row, column) in all.indices.flatMap({ row in columns.indices.map { (row, $0) } }) {
            all[row][column].cut(to: widths[column])
        }
        return all.map { row in
            var line = ""
            for (index, cell) in row.enumerated() {
                let blanks = String(repeating: " ", count: widths[index] - cell.text.count)
                let text = cell.text.coloured(cell.text.isEmpty ? nil : cell.colour, if: coloured)
                let isLast = index == row.count - 1
                line += columns[index].isNumber ? blanks + text : isLast ? text : text + blanks
                if !isLast { line += "  " }
            }
            while line.last == " " { line.removeLast() }
            return line
        }
    }

    /// The widest columns of text give way, as far as they can still be read.
    private func fitted(_ widths: [Int], _ width: Int?) -> [Int] {
        guard let width else { return widths }
        var widths = widths
        var excess = widths.reduce(0, +) + 2 * (widths.count - 1) - width
        while excess > 0 {
            let texts = columns.indices.filter { !columns[$0].isNumber }
            guard let widest = texts.max(by: { widths[$0] < widths[$1] }),
                widths[widest] > Self.leastWidth
            else { break }
            widths[widest] -= 1
            excess -= 1
        }
        return widths
    }

    /// Less of a text tells nothing.
    private static let leastWidth = 8

    /// As wide as the terminal; in full for a file or another program.
    package func print() { lines(width: terminalWidth).forEach(say) }
}
