import ExampleSupport
import Foundation

#if os(iOS)
    import UIKit
#else
    import QuiesceKit
#endif

/// A bunny in a meadow, a step further with each hop.
final class MeadowScreen: ExampleScreen {
    private static let bunny = [
        "        ww ww ",
        "        wp wp ",
        "        wp wp ",
        "        wwwww ",
        "       wwwwwww",
        "       wwwkwwp",
        "  wwwwwwwwwww ",
        " wwwwwwwwwwww ",
        "wwwwwwwwwwwg  ",
        "wwwwwwwwwwwg  ",
        " wwgggwwwwww  ",
        " wwww   wwww  ",
    ]
    private static let colors: [Character: UIColor] = [
        "w": Look.card, "p": UIColor(rgb: 0xE8A0A8), "k": Look.ink, "g": Look.line,
    ]
    /// Hops from the left of the meadow to its right.
    private static let steps = 8

    var hops = 0 { didSet { changed() } }
    private let sky = UIView(UIColor(rgb: 0x9CC9EE))
    private let sun = UIView(UIColor(rgb: 0xFFD75E))
    private let grass = UIView(UIColor(rgb: 0x63A558))
    private let bunny = Mosaic(frame: .zero)
    private let note = UILabel(.body, Look.faint, .center)

    override func viewDidLoad() {
        super.viewDidLoad()
        title = "ImageHop"
        view.add(sky, sun, grass, bunny, note)
    }

    override func fill(_ area: CGRect) {
        note.text = hops == 1 ? "1 hop" : "\(hops) hops"

        var area = area
        sky.frame = area.cut(max(0.8 * area.height, 180))
        let meadow = sky.frame
        sun.frame = CGRect(x: meadow.maxX - 68, y: meadow.minY + 20, width: 48, height: 48)
        grass.frame = meadow.divided(atDistance: meadow.height / 4, from: .maxYEdge).slice
        let size = CGSize(width: 84, height: 72)
        let step = CGFloat(hops % Self.steps) / CGFloat(Self.steps - 1)
        let height: CGFloat = hops.isMultiple(of: 2) ? 0 : 36
        bunny.frame = CGRect(
            x: (meadow.minX + 8 + step * (meadow.width - size.width - 16)).rounded(),
            y: (grass.frame.midY - size.height - height).rounded(), width: size.width,
            height: size.height)
        bunny.show(Self.bunny, Self.colors)
        _ = area.cut(12)
        note.frame = area.cut(24)
    }
}
