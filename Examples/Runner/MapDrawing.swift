import ExampleSupport
import Foundation

#if os(iOS)
    import UIKit
#else
    import QuiesceKit
#endif

/// The rectangles of which a map's lines are made.
struct MapDrawing {
    /// Points of a line's squares.
    private static let cell: CGFloat = 4
    /// Points between the lines of the grid.
    private static let grid: CGFloat = 40

    private(set) var tiles: [Mosaic.Tile] = []
    private let bounds: CGRect

    /// A map with a grid.
    init(_ bounds: CGRect) {
        self.bounds = bounds
        let color = UIColor(rgb: 0xFFFFFF)
        for x in stride(from: Self.grid, to: bounds.width, by: Self.grid) {
            add(CGRect(x: x, y: 0, width: 2, height: bounds.height), color)
        }
        for y in stride(from: Self.grid, to: bounds.height, by: Self.grid) {
            add(CGRect(x: 0, y: y, width: bounds.width, height: 2), color)
        }
    }

    /// From each point to the next, in squares, each of which is there once.
    mutating func way(_ points: [CGPoint], _ color: UIColor) {
        struct Square: Hashable {
            var column, row: Int
        }
        var seen: Set<Square> = []
        for (from, to) in zip(points, points.dropFirst()) {
            let length = max(abs(to.x - from.x), abs(to.y - from.y))
            let steps = max(1, Int((length / Self.cell).rounded(.up)))
            for step in 0...steps {
                let part = CGFloat(step) / CGFloat(steps)
                let square = Square(
                    column: Int((from.x + (to.x - from.x) * part) / Self.cell),
                    row: Int((from.y + (to.y - from.y) * part) / Self.cell))
                guard seen.insert(square).inserted else { continue }
                add(
                    CGRect(
                        x: CGFloat(square.column) * Self.cell, y: CGFloat(square.row) * Self.cell,
                        width: Self.cell, height: Self.cell), color)
            }
        }
    }

    /// A dotted circle.
    mutating func circle(_ middle: CGPoint, _ radius: Double, _ color: UIColor) {
        let dots = min(120, max(12, Int(radius / 2)))
        for dot in 0..<dots {
            let angle = 2 * Double.pi * Double(dot) / Double(dots)
            let frame = CGRect(
                x: Double(middle.x) + radius * cos(angle) - 1.5,
                y: Double(middle.y) + radius * sin(angle) - 1.5, width: 3, height: 3)
            if bounds.contains(frame) { add(frame, color) }
        }
    }

    mutating func mark(_ point: CGPoint, _ color: UIColor) {
        add(CGRect(x: point.x - 6, y: point.y - 6, width: 12, height: 12), UIColor(rgb: 0xFFFFFF))
        add(CGRect(x: point.x - 4, y: point.y - 4, width: 8, height: 8), color)
    }

    /// A line with an upright end at each side.
    mutating func scale(_ line: CGRect, _ color: UIColor) {
        add(line, color)
        for x in [line.minX, line.maxX - 2] {
            add(CGRect(x: x, y: line.minY - 4, width: 2, height: 6), color)
        }
    }

    private mutating func add(_ frame: CGRect, _ color: UIColor) {
        tiles.append(.init(frame, color))
    }
}
