import Foundation
import UIKit

/// The conversation: a name at the top, bubbles, and a field with answers to choose from.
class ChatViewController: UIViewController {
    private static let blue = UIColor(red: 0.04, green: 0.37, blue: 0.8, alpha: 1)
    private static let answers = ["Yes!", "Coming", "Later"]

    var conversations: Conversations! {
        didSet {
            // Out of sight this is only noted down: the screen is laid out when it is seen again.
            conversations.changed = { [weak self] in self?.viewIfLoaded?.setNeedsLayout() }
        }
    }
    private let bar = UIView()
    private let picture = UILabel()
    private let name = UILabel()
    private let status = UILabel()
    private let field = UIView()
    private let draft = UILabel()
    private let send = UIButton(type: .system)
    private var choices: [UIButton] = []
    private var bubbles: [BubbleView] = []

    override func viewDidLoad() {
        super.viewDidLoad()
        view.backgroundColor = .white
        bar.backgroundColor = UIColor(white: 0.95, alpha: 1)
        picture.backgroundColor = Self.blue
        picture.textColor = .white
        picture.textAlignment = .center
        picture.text = "A"
        name.text = "Ada"
        status.font = .systemFont(ofSize: 13)
        status.textColor = UIColor(white: 0.35, alpha: 1)
        status.text = "Messages come as pushes"
        field.backgroundColor = UIColor(white: 0.95, alpha: 1)
        send.setTitle("Send", for: .normal)
        send.setTitleColor(Self.blue, for: .normal)
        send.setTitleColor(UIColor(white: 0.42, alpha: 1), for: .disabled)
        send.addAction(UIAction { [unowned self] _ in sendDraft() }, for: .touchUpInside)
        for part in [bar, picture, name, status, field, draft, send] { view.addSubview(part) }
        for answer in Self.answers {
            let choice = UIButton(type: .system)
            choice.setTitle(answer, for: .normal)
            choice.setTitleColor(Self.blue, for: .normal)
            choice.backgroundColor = UIColor(white: 0.95, alpha: 1)
            choice.addAction(
                UIAction { [unowned self] _ in choose(answer) }, for: .touchUpInside)
            view.addSubview(choice)
            choices.append(choice)
        }
        choose(nil)
    }

    /// Writes an answer into the field; nil: empties the field.
    private func choose(_ answer: String?) {
        draft.text = answer ?? "Message"
        draft.textColor = UIColor(white: answer == nil ? 0.4 : 0, alpha: 1)
        send.isEnabled = answer != nil
    }

    private func sendDraft() {
        conversations.add(draft.text ?? "", isOwn: true)
        choose(nil)
    }

    override func viewDidLayoutSubviews() {
        super.viewDidLayoutSubviews()
        let width = view.bounds.width
        let height = view.bounds.height
        bar.frame = CGRect(x: 0, y: 0, width: width, height: 76)
        picture.frame = CGRect(x: 16, y: 28, width: 40, height: 40)
        name.frame = CGRect(x: 68, y: 26, width: width - 84, height: 24)
        status.frame = CGRect(x: 68, y: 50, width: width - 84, height: 18)
        field.frame = CGRect(x: 16, y: height - 60, width: width - 100, height: 44)
        draft.frame = CGRect(x: 28, y: height - 60, width: width - 124, height: 44)
        send.frame = CGRect(x: width - 76, y: height - 60, width: 60, height: 44)
        let step = (width - 32) / CGFloat(choices.count)
        for (index, choice) in choices.enumerated() {
            choice.frame = CGRect(
                x: 16 + step * CGFloat(index) + 2, y: height - 108, width: step - 4, height: 40)
        }
        layOutBubbles(from: 88, to: height - 116)
    }

    /// The last messages, as many as there is room for.
    private func layOutBubbles(from top: CGFloat, to bottom: CGFloat) {
        let step: CGFloat = 44
        let shown = conversations.messages.suffix(max(0, Int((bottom - top) / step)))
        while bubbles.count < shown.count {
            let bubble = BubbleView()
            view.addSubview(bubble)
            bubbles.append(bubble)
        }
        for bubble in bubbles.dropFirst(shown.count) { bubble.isHidden = true }
        for (index, (bubble, message)) in zip(bubbles, shown).enumerated() {
            bubble.isHidden = false
            bubble.show(
                message, in: view.bounds.width, y: top + step * CGFloat(index), blue: Self.blue)
        }
    }
}

/// One message: the user's own at the right, others at the left.
class BubbleView: UIView {
    private let label = UILabel()

    func show(_ message: Message, in width: CGFloat, y: CGFloat, blue: UIColor) {
        if label.superview == nil { addSubview(label) }
        label.text = message.text
        label.textColor = message.isOwn ? .white : .black
        backgroundColor = message.isOwn ? blue : UIColor(white: 0.9, alpha: 1)
        // By its letters, for want of their sizes; as wide as most of the screen at most.
        let wide = min(width - 72, 24 + 10 * CGFloat(message.text.count))
        frame = CGRect(x: message.isOwn ? width - 16 - wide : 16, y: y, width: wide, height: 36)
        label.frame = CGRect(x: 12, y: 0, width: wide - 24, height: 36)
    }
}
