import ExampleSupport
import Foundation

#if os(iOS)
    import UIKit
#else
    import QuiesceKit
#endif

/// The letter that was opened, and all that are here, the newest first.
final class LetterList: ExampleScreen {
    var letters: Letters?
    /// Its number; nil: none is open.
    var open: Int? { didSet { changed() } }
    private let card = UIView(Look.accent)
    private let name = UILabel(.small, Look.card)
    private let text = UILabel(.body, Look.card)
    private let summary = UILabel(.small, Look.faint)
    private let list = RowList(frame: .zero)

    override func viewDidLoad() {
        super.viewDidLoad()
        title = "Mailbox"
        view.add(card, name, text, summary, list)
    }

    override func fill(_ area: CGRect) {
        let opened = open.flatMap { letters?[$0] }
        name.text = open.map { "Letter \($0)" } ?? "No letter is open"
        text.text = opened ?? "Open a notification"
        let numbers = (letters?.numbers ?? []).filter { $0 != open }.reversed()
        summary.text = numbers.isEmpty ? "No other letter is here" : "Other letters"

        let (upper, lower) = area.split(100)
        card.frame = upper
        var inside = card.frame.insetBy(dx: 12, dy: 12)
        name.frame = inside.cut(20)
        text.frame = inside.cut(56)
        var rest = lower
        summary.frame = rest.cut(24)
        _ = rest.cut(4)
        list.frame = rest
        list.show(
            numbers.prefix(10).map { .init("Letter \($0)", (letters?[$0] ?? "").firstLine) })
    }
}

extension String {
    fileprivate var firstLine: String { split(separator: "\n").first.map(String.init) ?? "" }
}
