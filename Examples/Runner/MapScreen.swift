import ExampleSupport
import Foundation

#if os(iOS)
    import UIKit
#else
    import QuiesceKit
#endif

/// A map of the run: the way, home with the region around it, and the scale.
final class MapScreen: ExampleScreen {
    /// A longer way is drawn by each second place, and so on.
    private static let most = 500

    var run = Run() { didSet { changed() } }
    var places: [Run.Place] = [] {
        didSet {
            while places.count > Self.most {
                places = places.enumerated().filter { $0.offset.isMultiple(of: 2) }.map(\.element)
            }
            changed()
        }
    }
    /// Metres of the region around home.
    var radius = 100.0
    private let distance = UILabel(.title)
    private let state = UILabel(.small, Look.faint, .right)
    private let sheet = UIView(UIColor(rgb: 0xE6EFDC))
    private let map = Mosaic(frame: .zero)
    private let homeName = UILabel(.small, Look.ink, .center)
    private let ownName = UILabel(.small, Look.accent, .center)
    private let scale = UILabel(.small, Look.ink)

    override func viewDidLoad() {
        super.viewDidLoad()
        title = "Runner"
        view.add(distance, state, sheet, map, homeName, ownName, scale)
    }

    override func fill(_ area: CGRect) {
        let parts = run.line.split(separator: ",", maxSplits: 1).map(String.init)
        distance.text = parts.first
        state.text = run.home == nil ? "Waiting for a place" : parts.last
        var area = area
        let text = area.cut(36)
        (distance.frame, state.frame) = text.divided(atDistance: 110, from: .minXEdge)
        _ = area.cut(8)
        sheet.frame = area
        map.frame = area
        showMap()
    }

    private func showMap() {
        let bounds = map.bounds
        var drawing = MapDrawing(bounds)
        guard let home = run.home, let last = run.last else {
            for label in [homeName, ownName, scale] { label.isHidden = true }
            return map.show(drawing.tiles)
        }
        // Names and the scale have room around the way.
        let inside = CGRect(
            x: 36, y: 36, width: bounds.width - 72, height: bounds.height - 36 - 64)
        let projection = Projection(places + [home, last], in: inside, atLeast: radius * 2.4)
        let (start, end) = (projection.point(home), projection.point(last))
        drawing.circle(start, radius * projection.pointsPerMetre, Look.red)
        drawing.way(places.map(projection.point), Look.accent)
        drawing.mark(start, Look.red)
        drawing.mark(end, Look.accent)
        let metres = projection.scale(within: 110)
        let length = (metres * projection.pointsPerMetre).rounded()
        let foot = CGRect(x: 12, y: bounds.height - 14, width: length, height: 2)
        drawing.scale(foot, Look.ink)
        map.show(drawing.tiles)

        scale.text = metres < 1_000 ? "\(Int(metres)) m" : "\(Int(metres / 1_000)) km"
        scale.isHidden = false
        scale.frame = CGRect(
            x: map.frame.minX + 12, y: map.frame.maxY - 36, width: 90, height: 18)
        // Away from each other, so that neither lies over the other.
        name(homeName, "Home", at: start, above: end.y >= start.y)
        name(ownName, "You", at: end, above: end.y < start.y)
    }

    private func name(_ label: UILabel, _ text: String, at point: CGPoint, above: Bool) {
        label.text = text
        label.isHidden = false
        label.frame = CGRect(
            x: map.frame.minX + point.x - 30, y: map.frame.minY + point.y + (above ? -28 : 8),
            width: 60, height: 20)
    }
}
