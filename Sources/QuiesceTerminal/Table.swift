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
    package func lines(coloured: Bool = Colour.isOn) -> [String] {
        let header = columns.map { Cell($0.title, .bold) }
        let all = [header] + rows
        let widths = columns.indices.map { column in all.map { $0[column].text.count }.max() ?? 0 }
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

    package func print() { lines().forEach(say) }
}
