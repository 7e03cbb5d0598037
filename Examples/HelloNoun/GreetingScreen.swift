import ExampleSupport
import Foundation

#if os(iOS)
    import UIKit
#else
    import QuiesceKit
#endif

/// The greeting, in large letters.
final class GreetingScreen: ExampleScreen {
    var noun = ""
    private let card = UIView(Look.accent)
    private let hello = UILabel(.huge, Look.card, .center)
    private let name = UILabel(.title, Look.card, .center)
    private let note = UILabel(.small, Look.faint, .center)

    override func viewDidLoad() {
        super.viewDidLoad()
        title = "HelloNoun"
        view.add(card, hello, name, note)
    }

    override func fill(_ area: CGRect) {
        hello.text = "Hello,"
        name.text = "\(noun)!"
        note.text = "It starts afresh each time"

        var area = area
        card.frame = area.cut(max(0.75 * area.height, 180))
        var inside = card.frame.insetBy(dx: 12, dy: max(8, (card.frame.height - 130) / 2))
        hello.frame = inside.cut(80)
        name.frame = inside
        _ = area.cut(12)
        note.frame = area.cut(20)
    }
}
