import Foundation

/// The box of an alert: its texts, wrapped, and below them its buttons, a line between each two.
@MainActor final class AlertBox: UIView {
    private static let titleSize: CGFloat = 17
    private static let messageSize: CGFloat = 13
    /// Points around the texts.
    private static let margin: CGFloat = 20
    /// Points of a button's height, where there is room.
    private static let row: CGFloat = 44
    private static let smallestButtonText: CGFloat = 12

    private let title = UILabel()
    private let message = UILabel()
    private var texts: [(label: UILabel, text: String, size: CGFloat)] = []
    private var buttons: [(button: UIButton, title: String, line: UIView)] = []

    func show(title: String?, message: String?) {
        for (label, text, size) in [
            (self.title, title, Self.titleSize), (self.message, message, Self.messageSize),
        ] {
            guard let text, !text.isEmpty else { continue }
            label.font = .systemFont(ofSize: size)
            label.textAlignment = .center
            addSubview(label)
            texts.append((label, text, size))
        }
    }

    func add(_ button: UIButton) {
        let line = UIView()
        line.backgroundColor = UIColor(white: 0.82, alpha: 1)
        addSubview(line)
        addSubview(button)
        buttons.append((button, button.title(for: .normal) ?? "", line))
    }

    /// Places everything in a width, and no more than a height.
    ///
    /// - Returns: the height that it takes.
    func fit(width: CGFloat, height most: CGFloat) -> CGFloat {
        let inner = width - 2 * Self.margin
        let row = buttons.isEmpty ? 0 : min(Self.row, most / CGFloat(buttons.count))
        let forButtons = row * CGFloat(buttons.count)
        var y: CGFloat = 0
        if !texts.isEmpty {
            y = Self.margin
            var room = most - forButtons - 2 * Self.margin
            for (label, text, size) in texts {
                let lineHeight = TextMeasure.lineHeight(size)
                let lines = TextMeasure.lines(
                    of: text, size: size, within: inner, most: Int(max(0, room) / lineHeight))
                label.text = lines.joined(separator: "\n")
                let height = lineHeight * CGFloat(lines.count)
                label.frame = CGRect(x: Self.margin, y: y, width: inner, height: height)
                y += height + 4
                room -= height + 4
            }
            y += Self.margin - 4
        }
        for (button, title, line) in buttons {
            line.frame = CGRect(x: 0, y: y, width: width, height: 1)
            button.frame = CGRect(x: 0, y: y + 1, width: width, height: row - 1)
            fit(title, in: button, inner)
            y += row
        }
        // Without a text above it there is nothing to be kept apart.
        buttons.first?.line.isHidden = texts.isEmpty
        return y
    }

    /// In smaller letters, or cut, where it is too long.
    private func fit(_ title: String, in button: UIButton, _ width: CGFloat) {
        let full = TextMeasure.width(of: title, size: Self.titleSize)
        let size = max(Self.smallestButtonText, min(1, width / max(1, full)) * Self.titleSize)
        button.titleLabel.font = .systemFont(ofSize: size)
        button.setTitle(TextMeasure.cut(title, size: size, within: width), for: .normal)
    }
}
