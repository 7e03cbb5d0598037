import Testing

@testable import QuiesceKit

/// The solver of linear constraints, by itself.
@Suite struct LinearSolverTests {
    typealias Constraint = LinearSolver.Constraint

    private func sum(
        _ terms: [(Int, Double)], _ relation: LinearSolver.Relation, _ value: Double,
        _ priority: Double = LinearSolver.required
    ) -> Constraint {
        Constraint(
            terms: terms.map { (variable: $0.0, coefficient: $0.1) }, constant: -value,
            relation: relation, priority: priority)
    }

    @Test("Equations have their one solution")
    func equations() {
        let (values, contradictions) = LinearSolver.solve(
            [
                sum([(0, 1), (1, 1)], .equal, 10), sum([(0, 1), (1, -1)], .equal, 4),
                sum([(2, 2), (0, -1)], .equal, 1),
            ], variables: 3)
        #expect(values == [7, 3, 4])
        #expect(contradictions.isEmpty)
    }

    @Test("A higher wish is fulfilled at the cost of any number of lower ones")
    func priorities() {
        let lower = (0..<50).map { _ in sum([(0, 1)], .equal, 100, 250) }
        let (values, _) = LinearSolver.solve(
            lower + [sum([(0, 1)], .atMost, 40, 750)], variables: 1)
        #expect(values == [40])
    }

    @Test("Among wishes that can't be fulfilled the required ones hold")
    func required() {
        let (values, contradictions) = LinearSolver.solve(
            [
                sum([(0, 1)], .equal, 500, 999), sum([(0, 1)], .atMost, 30),
                sum([(0, 1)], .atLeast, 20), sum([(1, 1), (0, -2)], .equal, 1),
            ], variables: 2)
        #expect(values == [30, 61])
        #expect(contradictions.isEmpty)
    }

    @Test("The later of required constraints that contradict each other is left out")
    func contradictions() {
        let (values, contradictions) = LinearSolver.solve(
            [
                sum([(0, 1)], .equal, 10), sum([(0, 1)], .equal, 20), sum([(0, 1)], .atLeast, 11),
                sum([(0, 1)], .atMost, 10), sum([(1, 1), (0, 1)], .equal, 15),
            ], variables: 2)
        #expect(contradictions == [1, 2])
        #expect(values == [10, 5])
    }

    @Test("Inequalities that only together can't be fulfilled are found out, and the rest holds")
    func chain() {
        // a ≥ 10, b ≥ a + 10, c ≥ b + 10 and c ≤ 25: the last is one too many.
        let (values, contradictions) = LinearSolver.solve(
            [
                sum([(0, 1)], .atLeast, 10), sum([(1, 1), (0, -1)], .atLeast, 10),
                sum([(2, 1), (1, -1)], .atLeast, 10), sum([(2, 1)], .atMost, 25),
                sum([(2, 1)], .equal, 0, 1),
            ], variables: 3)
        #expect(contradictions == [3])
        #expect(values[2] == 30)
    }

    @Test("The same twice is no contradiction, and a constant is judged by itself")
    func trivial() {
        let (values, contradictions) = LinearSolver.solve(
            [
                sum([(0, 1)], .equal, 3), sum([(0, 1)], .equal, 3), sum([], .equal, 0),
                sum([], .equal, 1), sum([], .atLeast, -1), sum([], .atLeast, 1),
            ], variables: 1)
        #expect(values == [3])
        #expect(contradictions == [3, 5])
    }

    /// A generator of numbers that are the same in each run.
    private struct Numbers {
        var state: UInt64
        mutating func next(_ bound: Int) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int((state >> 33) % UInt64(bound))
        }
    }

    private func costs(_ constraints: [Constraint], _ values: [Double]) -> [Double] {
        var costs: [Double: Double] = [:]
        for constraint in constraints {
            let sum = constraint.terms.reduce(constraint.constant) {
                $0 + $1.coefficient * values[$1.variable]
            }
            let error =
                switch constraint.relation {
                case .equal: abs(sum)
                case .atLeast: max(0, -sum)
                case .atMost: max(0, sum)
                }
            costs[constraint.priority, default: 0] += error
        }
        return costs.keys.sorted(by: >).map { costs[$0] ?? 0 }
    }

    @Test("No point of a grid is better than the solution of a random problem")
    func grid() {
        var numbers = Numbers(state: 42)
        for _ in 0..<40 {
            var constraints: [Constraint] = []
            for _ in 0..<(3 + numbers.next(6)) {
                constraints.append(
                    sum(
                        [(0, [1.0, -1, 2][numbers.next(3)]), (1, [1.0, 0, -1][numbers.next(3)])],
                        [.equal, .atLeast, .atMost][numbers.next(3)],
                        Double(numbers.next(21) - 10), [1_000, 750, 250][numbers.next(3)]))
            }
            let (values, contradictions) = LinearSolver.solve(constraints, variables: 2)
            let held = constraints.indices.filter { !contradictions.contains($0) }
                .map { constraints[$0] }
            let mine = costs(held, values)
            for x in -24...24 {
                for y in -24...24 {
                    let other = costs(held, [Double(x), Double(y)])
                    let first = zip(mine, other).first { abs($0 - $1) > 1e-4 }
                    if let (mine, other) = first { #expect(mine < other) }
                }
            }
        }
    }

    @Test("A problem of many views has its solution in far fewer steps than are allowed")
    func large() {
        // A column of 300 rows, each 20 high and 5 below the one before.
        var constraints: [Constraint] = [sum([(0, 1)], .equal, 0)]
        for row in 0..<300 {
            let (y, height) = (2 * row, 2 * row + 1)
            constraints.append(sum([(height, 1)], .atLeast, 20))
            constraints.append(sum([(height, 1)], .equal, 0, 250))
            if row > 0 { constraints.append(sum([(y, 1), (y - 2, -1), (y - 1, -1)], .equal, 5)) }
        }
        let (values, contradictions) = LinearSolver.solve(constraints, variables: 600)
        #expect(contradictions.isEmpty)
        #expect(values[598] == 299 * 25)
    }
}
