import ExampleSupport
import Foundation

#if os(iOS)
    import UIKit
#else
    import QuiesceKit
#endif

/// Which way to Cupertino, and how far.
final class SignpostScreen: ExampleScreen {
    private static let up = [
        "    a    ", "   aaa   ", "  aaaaa  ", " aaaaaaa ", "aaaaaaaaa", "   aaa   ", "   aaa   ",
        "   aaa   ", "   aaa   ",
    ]
    /// Without a heading.
    private static let nowhere = [
        "         ", "         ", "         ", "   aaa   ", "   aaa   ", "   aaa   ", "         ",
        "         ", "         ",
    ]

    private var direction: Direction?
    private let card = UIView(Look.accent)
    private let arrow = Mosaic(frame: .zero)
    private let distance = UILabel(.body, Look.ink, .center)
    private let turn = UILabel(.small, Look.faint, .center)

    override func viewDidLoad() {
        super.viewDidLoad()
        title = "Cupertino"
        view.add(card, arrow, distance, turn)
    }

    func show(_ distance: String?, _ direction: Direction?) {
        self.distance.text = distance
        self.direction = direction
        changed()
    }

    override func fill(_ area: CGRect) {
        turn.text =
            switch direction {
            case nil: "Which way isn't known"
            case .straight: "Go straight on"
            case .left: "Turn left"
            case .right: "Turn right"
            }

        var area = area
        card.frame = area.cut(min(280, area.height - 76))
        arrow.frame = card.frame.insetBy(dx: 40, dy: 20).square
        arrow.show(rows, ["a": Look.card])
        _ = area.cut(16)
        distance.frame = area.cut(28)
        turn.frame = area.cut(24)
    }

    private var rows: [String] {
        switch direction {
        case nil: Self.nowhere
        case .straight: Self.up
        case .left: Self.up.turned
        case .right: Self.up.turned.map { String($0.reversed()) }
        }
    }
}

extension [String] {
    /// Columns as rows: what pointed up points to the left.
    fileprivate var turned: [String] {
        let letters = map { [Character]($0) }
        return (letters.first ?? []).indices.map { column in String(letters.map { $0[column] }) }
    }
}
