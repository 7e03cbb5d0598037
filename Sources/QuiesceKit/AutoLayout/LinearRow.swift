/// A sum of symbols, each by a coefficient, and a constant.
struct LinearRow {
    typealias Cell = (symbol: Int, coefficient: Double)

    /// Coefficients nearer to nothing than that are what rounding left.
    static let epsilon = 1e-8

    var constant: Double
    /// In the order of the symbols, none of them twice, none with nothing.
    private(set) var cells: [Cell] = []

    init(constant: Double = 0) { self.constant = constant }

    static func isNothing(_ value: Double) -> Bool { abs(value) < epsilon }

    /// 0 for a symbol that isn't in the sum.
    func coefficient(of symbol: Int) -> Double {
        let index = place(of: symbol)
        return index < cells.count && cells[index].symbol == symbol ? cells[index].coefficient : 0
    }

    mutating func add(_ symbol: Int, _ coefficient: Double) {
        let index = place(of: symbol)
        guard index < cells.count, cells[index].symbol == symbol else {
            if !Self.isNothing(coefficient) { cells.insert((symbol, coefficient), at: index) }
            return
        }
        cells[index].coefficient += coefficient
        if Self.isNothing(cells[index].coefficient) { cells.remove(at: index) }
    }

    mutating func add(_ other: LinearRow, times factor: Double) {
        constant += other.constant * factor
        var sum: [Cell] = []
        sum.reserveCapacity(cells.count + other.cells.count)
        var (mine, theirs) = (0, 0)
        while mine < cells.count || theirs < other.cells.count {
            let cell: Cell
            if theirs == other.cells.count
                || mine < cells.count && cells[mine].symbol < other.cells[theirs].symbol
            {
                cell = cells[mine]
                mine += 1
            } else if mine == cells.count || other.cells[theirs].symbol < cells[mine].symbol {
                cell = (other.cells[theirs].symbol, other.cells[theirs].coefficient * factor)
                theirs += 1
            } else {
                cell = (
                    cells[mine].symbol,
                    cells[mine].coefficient + other.cells[theirs].coefficient * factor
                )
                (mine, theirs) = (mine + 1, theirs + 1)
            }
            if !Self.isNothing(cell.coefficient) { sum.append(cell) }
        }
        cells = sum
    }

    mutating func negate() {
        constant = -constant
        for index in cells.indices { cells[index].coefficient.negate() }
    }

    /// Takes the sum for zero, and makes of it the value of `symbol`, which is in the sum.
    mutating func solve(for symbol: Int) {
        let index = place(of: symbol)
        let factor = -1 / cells.remove(at: index).coefficient
        constant *= factor
        for index in cells.indices { cells[index].coefficient *= factor }
    }

    /// Puts a sum in the place of a symbol.
    mutating func substitute(_ symbol: Int, by row: LinearRow) {
        let index = place(of: symbol)
        guard index < cells.count, cells[index].symbol == symbol else { return }
        let factor = cells.remove(at: index).coefficient
        add(row, times: factor)
    }

    mutating func remove(_ symbol: Int) {
        let index = place(of: symbol)
        if index < cells.count, cells[index].symbol == symbol { cells.remove(at: index) }
    }

    private func place(of symbol: Int) -> Int {
        var (low, high) = (0, cells.count)
        while low < high {
            let middle = (low + high) / 2
            if cells[middle].symbol < symbol { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
