import Foundation
import TestSupport
import Testing

@testable import QuiesceKit

/// Rows and columns of views.
@MainActor @Suite(.behaviour("H2")) struct StackTests {
    private let root = UIView(frame: rect(0, 0, 300, 400))

    /// A stack in the root, as wide as that and 100 high.
    private func row(_ views: [UIView], _ change: (UIStackView) -> Void = { _ in }) -> UIStackView {
        let stack = UIStackView(arrangedSubviews: views)
        stack.translatesAutoresizingMaskIntoConstraints = false
        root.addSubview(stack)
        NSLayoutConstraint.activate([
            stack.leftAnchor.constraint(equalTo: root.leftAnchor),
            stack.topAnchor.constraint(equalTo: root.topAnchor),
            stack.widthAnchor.constraint(equalToConstant: 300),
            stack.heightAnchor.constraint(equalToConstant: 100),
        ])
        change(stack)
        root.layoutIfNeeded()
        return stack
    }

    private func spans(_ views: [UIView]) -> [[CGFloat]] {
        views.map { [$0.frame.minX, $0.frame.maxX] }
    }

    @Test("To fill, the view grows that hugs its content least")
    func fill() {
        let views = [Sized.of(40, 10), Sized.of(60, 10), Sized.of(50, 10)]
        views[1].setContentHuggingPriority(.defaultLow - 1, for: .horizontal)
        _ = row(views) { $0.spacing = 10 }
        #expect(spans(views) == [[0, 40], [50, 240], [250, 300]])
        #expect(views.map(\.frame.height) == [100, 100, 100])
    }

    @Test("Filled equally, all are as wide")
    func fillEqually() {
        let views = [Sized.of(40, 10), Sized.of(200, 10), Sized.of(0, 10)]
        _ = row(views) {
            $0.distribution = .fillEqually
            $0.spacing = 15
        }
        #expect(spans(views) == [[0, 90], [105, 195], [210, 300]])
    }

    @Test("Filled in proportion, each is as wide as its content asks for among the others")
    func fillProportionally() {
        let views = [Sized.of(20, 10), Sized.of(40, 10), Sized.of(60, 10)]
        _ = row(views) { $0.distribution = .fillProportionally }
        #expect(spans(views) == [[0, 50], [50, 150], [150, 300]])
    }

    @Test("With equal spacing the views keep their sizes, and the space is shared")
    func equalSpacing() {
        let views = [Sized.of(40, 10), Sized.of(80, 10), Sized.of(60, 10)]
        let stack = row(views) {
            $0.distribution = .equalSpacing
            $0.spacing = 5
        }
        #expect(spans(views) == [[0, 40], [100, 180], [240, 300]])
        stack.spacing = 60
        root.layoutIfNeeded()
        #expect(spans(views) == [[0, 40], [100, 180], [240, 300]])
    }

    @Test("With equal centering the middles are as far from each other")
    func equalCentering() {
        let views = [Sized.of(40, 10), Sized.of(20, 10), Sized.of(60, 10)]
        _ = row(views) { $0.distribution = .equalCentering }
        #expect(views.map(\.frame.midX) == [20, 145, 270])
    }

    @Test("Across the axis views lie as the alignment says")
    func alignment() {
        let view = Sized.of(300, 20)
        let stack = row([view])
        let places: [(UIStackView.Alignment, CGRect)] = [
            (.fill, rect(0, 0, 300, 100)), (.top, rect(0, 0, 300, 20)),
            (.center, rect(0, 40, 300, 20)), (.bottom, rect(0, 80, 300, 20)),
        ]
        for (alignment, frame) in places {
            stack.alignment = alignment
            root.layoutIfNeeded()
            #expect(view.frame == frame)
        }
    }

    @Test("Texts in a row stand on one line")
    func baselines() {
        let (large, small) = (UILabel(), UILabel())
        (large.text, small.text) = ("Large", "small")
        (large.font, small.font) = (.systemFont(ofSize: 30), .systemFont(ofSize: 10))
        _ = row([large, small]) { $0.alignment = .firstBaseline }
        #expect(large.frame.minY + 36 - 7 == small.frame.minY + 12 - 2)
    }

    @Test("A hidden view takes no space, nor does the spacing before it")
    func hidden() {
        let views = [Sized.of(40, 10), Sized.of(50, 10), Sized.of(60, 10)]
        let stack = row(views) { $0.spacing = 10 }
        views[2].setContentHuggingPriority(.defaultLow - 1, for: .horizontal)
        views[1].isHidden = true
        root.layoutIfNeeded()
        #expect(spans([views[0], views[2]]) == [[0, 40], [50, 300]])
        views[1].isHidden = false
        root.layoutIfNeeded()
        #expect(spans(views) == [[0, 40], [50, 100], [110, 300]])
        views[1].removeFromSuperview()
        #expect(stack.arrangedSubviews == [views[0], views[2]])
        root.layoutIfNeeded()
        #expect(spans([views[0], views[2]]) == [[0, 40], [50, 300]])
    }

    @Test("A space of its own after a view, and margins around all")
    func spaces() {
        let views = [Sized.of(40, 10), Sized.of(50, 10), Sized.of(60, 10)]
        let stack = row(views) {
            $0.spacing = 10
            $0.setCustomSpacing(30, after: $0.arrangedSubviews[0])
            $0.layoutMargins = UIEdgeInsets(top: 1, left: 2, bottom: 3, right: 4)
            $0.isLayoutMarginsRelativeArrangement = true
        }
        views[2].setContentHuggingPriority(.defaultLow - 1, for: .horizontal)
        root.layoutIfNeeded()
        #expect(spans(views) == [[2, 42], [72, 122], [132, 296]])
        #expect(views[0].frame.minY == 1 && views[0].frame.maxY == 97)
        stack.setCustomSpacing(UIStackView.spacingUseDefault, after: views[0])
        root.layoutIfNeeded()
        #expect(views[1].frame.minX == 52)
    }

    @Test("A stack is as large as what is in it, stacks in stacks included")
    func content() {
        let inner = UIStackView(arrangedSubviews: [Sized.of(30, 20), Sized.of(70, 25)])
        inner.axis = .vertical
        inner.spacing = 5
        let stack = UIStackView(arrangedSubviews: [Sized.of(40, 10), inner])
        stack.spacing = 8
        stack.alignment = .center
        stack.translatesAutoresizingMaskIntoConstraints = false
        root.addSubview(stack)
        NSLayoutConstraint.activate([
            stack.centerXAnchor.constraint(equalTo: root.centerXAnchor),
            stack.centerYAnchor.constraint(equalTo: root.centerYAnchor),
        ])
        root.layoutIfNeeded()
        #expect(stack.frame == rect(91, 175, 118, 50))
        #expect(inner.frame == rect(48, 0, 70, 50))
        #expect(inner.subviews[1].frame == rect(0, 25, 70, 25))
        #expect(stack.subviews[0].frame == rect(0, 20, 40, 10))
    }

    @Test("A stack with a frame of the app's own lays out in that")
    func framed() {
        let stack = UIStackView(frame: rect(10, 10, 200, 50))
        let views = [UIView(), UIView()]
        for view in views { stack.addArrangedSubview(view) }
        stack.distribution = .fillEqually
        root.addSubview(stack)
        root.layoutIfNeeded()
        #expect(views.map(\.frame) == [rect(0, 0, 100, 50), rect(100, 0, 100, 50)])
        stack.axis = .vertical
        stack.frame.size.height = 80
        root.layoutIfNeeded()
        #expect(views.map(\.frame) == [rect(0, 0, 200, 40), rect(0, 40, 200, 40)])
    }
}
