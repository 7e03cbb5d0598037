import Foundation
import TestSupport
import Testing

@testable import QuiesceKit

/// Constraints that can't all be fulfilled, or make no sense.
@MainActor @Suite(.behaviour("H2")) struct ConflictTests {
    private let root = UIView(frame: rect(0, 0, 320, 480))

    @Test("The later of two required constraints that contradict each other waits until it fits")
    func contradiction() {
        let view = UIView.placed(in: root)
        let (first, second) = (
            view.widthAnchor.constraint(equalToConstant: 100),
            view.widthAnchor.constraint(equalToConstant: 50)
        )
        NSLayoutConstraint.activate([
            first, second, view.leftAnchor.constraint(equalTo: root.leftAnchor),
            view.topAnchor.constraint(equalTo: root.topAnchor),
            view.heightAnchor.constraint(equalToConstant: 10),
        ])
        root.layoutIfNeeded()
        #expect(view.frame == rect(0, 0, 100, 10))
        #expect(second.isActive && second.isReported && !first.isReported)
        #expect(second.described == "the constraint UIView.width == 50.0")
        first.isActive = false
        root.layoutIfNeeded()
        #expect(view.frame == rect(0, 0, 50, 10))
    }

    @Test("A frame that is the app's isn't changed by constraints against it")
    func ownFrame() {
        let view = UIView(frame: rect(10, 20, 30, 40))
        root.addSubview(view)
        let width = view.widthAnchor.constraint(equalToConstant: 100)
        width.isActive = true
        view.topAnchor.constraint(equalTo: root.topAnchor).isActive = true
        root.layoutIfNeeded()
        #expect(view.frame == rect(10, 20, 30, 40))
        #expect(width.isReported)
    }

    @Test("A constraint between views without a common superview is refused")
    func strangers() {
        let (view, stranger) = (UIView.placed(in: root), UIView())
        let constraint = view.leftAnchor.constraint(equalTo: stranger.leftAnchor)
        constraint.isActive = true
        #expect(!constraint.isActive)
        root.addConstraint(constraint)
        #expect(!constraint.isActive && root.constraints.isEmpty)
    }

    @Test("Where there is too little room a size is nothing rather than less")
    func noRoom() {
        let view = UIView.placed(in: root)
        root.frame.size = .zero
        NSLayoutConstraint.activate([
            view.leftAnchor.constraint(equalTo: root.leftAnchor, constant: 16),
            view.rightAnchor.constraint(equalTo: root.rightAnchor, constant: -16),
            view.topAnchor.constraint(equalTo: root.topAnchor),
            view.bottomAnchor.constraint(equalTo: root.bottomAnchor),
        ])
        root.layoutIfNeeded()
        #expect(view.frame.size == .zero)
        root.frame.size = CGSize(width: 100, height: 10)
        root.layoutIfNeeded()
        #expect(view.frame == rect(16, 0, 68, 10))
    }

    @Test("A number that isn't finite is refused")
    func notFinite() {
        let view = UIView.placed(in: root)
        let constraint = view.widthAnchor.constraint(equalToConstant: .nan)
        #expect(constraint.constant == 0)
        constraint.constant = 7
        constraint.constant = .infinity
        #expect(constraint.constant == 7)
    }

    @Test("Constraints that are changed while others are laid out are laid out too")
    func changesInside() {
        final class Following: UIView {
            var height: NSLayoutConstraint?
            override func layoutSubviews() {
                super.layoutSubviews()
                height?.constant = bounds.width / 2
            }
        }
        let view = Following.placed(in: root)
        view.height = view.heightAnchor.constraint(equalToConstant: 0)
        view.height?.isActive = true
        NSLayoutConstraint.activate([
            view.leftAnchor.constraint(equalTo: root.leftAnchor),
            view.rightAnchor.constraint(equalTo: root.rightAnchor),
            view.topAnchor.constraint(equalTo: root.topAnchor),
        ])
        root.layoutIfNeeded()
        root.layoutIfNeeded()
        #expect(view.frame == rect(0, 0, 320, 160))
    }

    @Test("A contradiction in a large screen doesn't stop the rest from being laid out")
    func large() {
        var above = root.topAnchor
        var views: [UIView] = []
        for index in 0..<100 {
            let view = UIView.placed(in: root)
            NSLayoutConstraint.activate([
                view.topAnchor.constraint(equalTo: above),
                view.leftAnchor.constraint(equalTo: root.leftAnchor),
                view.rightAnchor.constraint(equalTo: root.rightAnchor),
                view.heightAnchor.constraint(equalToConstant: 3),
                view.heightAnchor.constraint(equalToConstant: CGFloat(index % 10 == 0 ? 4 : 3)),
            ])
            above = view.bottomAnchor
            views.append(view)
        }
        root.layoutIfNeeded()
        #expect(views.map(\.frame.minY) == (0..<100).map { CGFloat($0) * 3 })
    }
}
