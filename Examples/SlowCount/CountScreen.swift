import ExampleSupport
import Foundation

#if os(iOS)
    import UIKit
#else
    import QuiesceKit
#endif

/// The number, and how far it is to the last one.
final class CountScreen: ExampleScreen {
    var count = 0 { didSet { changed() } }
    var limit = 0
    /// Whether it goes on counting in the background.
    var usesTask = false
    private let card = UIView(Look.card)
    private let number = UILabel(.huge, Look.ink, .center)
    private let state = UILabel(.body, Look.faint, .center)
    private let bar = ProgressBar(frame: .zero)
    private let note = UILabel(.small, Look.faint, .center)

    override func viewDidLoad() {
        super.viewDidLoad()
        title = "SlowCount"
        view.add(card, number, state, bar, note)
    }

    override func fill(_ area: CGRect) {
        number.text = "\(count)"
        state.text = count < limit ? "of \(limit)" : "of \(limit): done"
        bar.progress = limit > 0 ? CGFloat(count) / CGFloat(limit) : 1
        note.text = usesTask ? "Counts on when you leave it" : "Waits when you leave it"

        var area = area
        card.frame = area.cut(max(0.5 * area.height, 180))
        var inside = card.frame.insetBy(dx: 20, dy: 20)
        bar.frame = CGRect(x: inside.minX, y: inside.maxY - 8, width: inside.width, height: 8)
        inside.size.height -= 24
        number.frame = inside.cut(inside.height - 28)
        state.frame = inside
        _ = area.cut(12)
        note.frame = area.cut(20)
    }
}
