/// Finds values that fulfil linear constraints, those of a higher priority before those of a lower:
/// the simplex method on one tableau with a goal for each priority, as Cassowary has it (Badros,
/// Borning and Stuckey, "The Cassowary Linear Arithmetic Constraint Solving Algorithm", 2001).
///
/// The same constraints in the same order have the same values. The work is bounded: where
/// `mostPivots` aren't enough, the values are those that were found by then.
struct LinearSolver {
    enum Relation { case equal, atLeast, atMost }

    /// The sum of the terms and the constant is zero, at least zero or at most zero.
    struct Constraint {
        var terms: [(variable: Int, coefficient: Double)]
        var constant: Double
        var relation: Relation
        /// From 0 to `required`. Those below `required` are fulfilled as far as they can be.
        var priority: Double
    }

    static let required = 1_000.0
    /// Ten for each of a thousand constraints; a screen of views needs fewer than one for each.
    static let mostPivots = 10_000
    /// An error that is smaller is rounding's, in points.
    private static let tolerance = 1e-4

    /// Symbols below that are the variables, which may be negative. Those from there on are slacks
    /// and errors, which may not.
    private let variables: Int
    /// For each symbol that is in the basis, its value as a sum of those that aren't, which are 0.
    private var rows: [LinearRow?]
    /// The errors of each priority, the highest first.
    private var goals: [LinearRow] = []
    private var pivots = 0

    private init(variables: Int) {
        self.variables = variables
        rows = Array(repeating: nil, count: variables)
    }

    /// - Parameter variables: their number; constraints name them from 0.
    /// - Returns: the values, and the indices of the required constraints that contradict those
    ///   before them, and were left out.
    static func solve(
        _ constraints: [Constraint], variables: Int
    ) -> (values: [Double], contradictions: [Int]) {
        var solver = LinearSolver(variables: variables)
        var contradictions: [Int] = []
        for (index, constraint) in constraints.enumerated()
        where constraint.priority >= required && !solver.require(constraint) {
            contradictions.append(index)
        }
        let wishes = constraints.filter { $0.priority < required }
        let priorities = Set(wishes.map(\.priority)).sorted(by: >)
        solver.goals = priorities.map { _ in LinearRow() }
        let levels = Dictionary(uniqueKeysWithValues: zip(priorities, priorities.indices))
        for wish in wishes { solver.wish(wish, level: levels[wish.priority] ?? 0) }
        for level in priorities.indices { solver.minimize(level) }
        return ((0..<variables).map { solver.rows[$0]?.constant ?? 0 }, contradictions)
    }

    // MARK: Constraints

    /// - Returns: false where it contradicts the required ones before it, and is left out.
    private mutating func require(_ constraint: Constraint) -> Bool {
        var row = row(of: constraint)
        var slack: Int?
        if constraint.relation != .equal {
            let symbol = newSymbol()
            row.add(symbol, constraint.relation == .atLeast ? -1 : 1)
            slack = symbol
        }
        if row.constant < 0 { row.negate() }
        if let variable = row.cells.first(where: { $0.symbol < variables }) {
            enter(variable.symbol, row)
            return true
        }
        if let slack, row.coefficient(of: slack) < 0 {
            enter(slack, row)
            return true
        }
        if row.constant < Self.tolerance {
            // It holds, and goes on to: with a symbol of its own that is 0 by now.
            row.constant = 0
            if let cell = row.cells.first { enter(cell.symbol, row) }
            return true
        }
        return enterByArtificial(row)
    }

    /// Adds a constraint with the errors that it may have, which are the goal's to make small.
    private mutating func wish(_ constraint: Constraint, level: Int) {
        var row = row(of: constraint)
        var own: [Int] = []
        func add(_ coefficient: Double, to solver: inout LinearSolver, isError: Bool) {
            let symbol = solver.newSymbol()
            row.add(symbol, coefficient)
            own.append(symbol)
            if isError { solver.goals[level].add(symbol, 1) }
        }
        // The sum is too large, by an error or by a slack; or too small.
        add(-1, to: &self, isError: constraint.relation != .atLeast)
        add(1, to: &self, isError: constraint.relation != .atMost)
        if row.constant < 0 { row.negate() }
        let subject =
            row.cells.first { $0.symbol < variables }?.symbol
            ?? own.first { row.coefficient(of: $0) < 0 }
        if let subject { enter(subject, row) }
    }

    /// The constraint's sum, in symbols that aren't in the basis.
    private func row(of constraint: Constraint) -> LinearRow {
        var row = LinearRow(constant: constraint.constant)
        for (variable, coefficient) in constraint.terms {
            if let basic = rows[variable] {
                row.add(basic, times: coefficient)
            } else {
                row.add(variable, coefficient)
            }
        }
        return row
    }

    private mutating func newSymbol() -> Int {
        rows.append(nil)
        return rows.count - 1
    }

    /// Takes a symbol into the basis, by a row that is zero with it.
    private mutating func enter(_ symbol: Int, _ row: LinearRow) {
        var row = row
        row.solve(for: symbol)
        for index in rows.indices where rows[index] != nil {
            rows[index]?.substitute(symbol, by: row)
        }
        for index in goals.indices { goals[index].substitute(symbol, by: row) }
        rows[symbol] = row
    }

    /// Lets an artificial symbol be the row's error, and makes it zero, if it can be.
    private mutating func enterByArtificial(_ row: LinearRow) -> Bool {
        let before = self
        let artificial = newSymbol()
        rows[artificial] = row
        goals = [row]
        minimize(0)
        guard goals[0].constant < Self.tolerance else {
            self = before
            return false
        }
        goals = []
        if var basic = rows[artificial] {
            rows[artificial] = nil
            basic.constant = 0
            if let cell = basic.cells.first { enter(cell.symbol, basic) }
        }
        for index in rows.indices where rows[index] != nil { rows[index]?.remove(artificial) }
        return true
    }

    // MARK: Goals

    /// Makes a goal as small as can be without making one above it larger.
    private mutating func minimize(_ level: Int) {
        while pivots < Self.mostPivots, let entering = entering(level),
            let leaving = leaving(entering), var row = rows[leaving]
        {
            pivots += 1
            rows[leaving] = nil
            row.add(leaving, -1)
            enter(entering, row)
        }
    }

    /// The first symbol that makes the goal smaller and leaves those above as they are: the first
    /// (Bland's rule), so that no basis comes twice.
    private func entering(_ level: Int) -> Int? {
        goals[level].cells.first { cell in
            cell.coefficient < -LinearRow.epsilon
                && goals[..<level].allSatisfy { $0.coefficient(of: cell.symbol) == 0 }
        }?.symbol
    }

    /// The symbol of the basis that is the first to become zero as `entering` grows.
    private func leaving(_ entering: Int) -> Int? {
        var best: (symbol: Int, ratio: Double)?
        for symbol in variables..<rows.count {
            guard let row = rows[symbol] else { continue }
            let coefficient = row.coefficient(of: entering)
            guard coefficient < -LinearRow.epsilon else { continue }
            let ratio = -row.constant / coefficient
            if best.map({ ratio < $0.ratio }) ?? true { best = (symbol, ratio) }
        }
        return best?.symbol
    }
}
