import ExampleSupport
import Foundation

#if os(iOS)
    import UIKit
#else
    import QuiesceKit
#endif

/// The button, and when its notification comes.
final class AttentionScreen: ExampleScreen {
    /// When the notification comes, in words.
    var plan = ""
    var answers = 0 { didSet { changed() } }
    var notifications = 0 { didSet { changed() } }
    var press: () -> Void = {}
    private let question = UILabel(.body)
    private let when = UILabel(.small, Look.faint)
    private lazy var button = UIButton("Alert Me!") { [unowned self] in press() }
    private let list = RowList(frame: .zero)

    override func viewDidLoad() {
        super.viewDidLoad()
        title = "GettingAttention"
        view.add(question, when, button, list)
    }

    override func fill(_ area: CGRect) {
        question.text = "Alert now, notify later"
        when.text = plan

        var (upper, lower) = area.split(168)
        question.frame = upper.cut(28)
        when.frame = upper.cut(24)
        _ = upper.cut(60)
        button.frame = upper.cut(52)
        list.frame = lower
        list.show([
            .init("Alerts answered", note: "\(answers)"),
            .init("Notifications", note: "\(notifications)"),
        ])
    }
}
