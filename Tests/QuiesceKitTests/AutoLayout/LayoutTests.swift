import Foundation
import TestSupport
import Testing

@testable import QuiesceKit

/// Frames that follow from constraints, in layouts as apps have them.
@MainActor @Suite(.behaviour("H2")) struct LayoutTests {
    private let root = UIView(frame: rect(0, 0, 320, 480))

    private func activate(_ constraints: NSLayoutConstraint...) {
        NSLayoutConstraint.activate(constraints)
        root.layoutIfNeeded()
    }

    @Test("A view that is pinned to all sides fills its superview less the distances")
    func pinned() {
        let view = UIView.placed(in: root)
        activate(
            view.leadingAnchor.constraint(equalTo: root.leadingAnchor, constant: 16),
            view.trailingAnchor.constraint(equalTo: root.trailingAnchor, constant: -16),
            view.topAnchor.constraint(equalTo: root.topAnchor, constant: 20),
            view.bottomAnchor.constraint(equalTo: root.bottomAnchor, constant: -10))
        #expect(view.frame == rect(16, 20, 288, 450))
        root.frame.size = CGSize(width: 480, height: 320)
        root.layoutIfNeeded()
        #expect(view.frame == rect(16, 20, 448, 290))
    }

    @Test("A view of a size is in the middle")
    func centred() {
        let view = UIView.placed(in: root)
        activate(
            view.widthAnchor.constraint(equalToConstant: 100),
            view.heightAnchor.constraint(equalToConstant: 40),
            view.centerXAnchor.constraint(equalTo: root.centerXAnchor),
            view.centerYAnchor.constraint(equalTo: root.centerYAnchor, constant: -10))
        #expect(view.frame == rect(110, 210, 100, 40))
    }

    @Test("A width is a part of another, and a height of the view's own width")
    func ratios() {
        let view = UIView.placed(in: root)
        activate(
            view.leftAnchor.constraint(equalTo: root.leftAnchor),
            view.topAnchor.constraint(equalTo: root.topAnchor),
            view.widthAnchor.constraint(equalTo: root.widthAnchor, multiplier: 0.5, constant: 10),
            view.heightAnchor.constraint(equalTo: view.widthAnchor, multiplier: 0.5))
        #expect(view.frame == rect(0, 0, 170, 85))
    }

    @Test("Two columns of one width share the space")
    func columns() {
        let (left, right) = (UIView.placed(in: root), UIView.placed(in: root))
        activate(
            left.leadingAnchor.constraint(equalTo: root.leadingAnchor, constant: 10),
            right.leadingAnchor.constraint(
                equalToSystemSpacingAfter: left.trailingAnchor, multiplier: 1),
            right.trailingAnchor.constraint(equalTo: root.trailingAnchor, constant: -10),
            left.widthAnchor.constraint(equalTo: right.widthAnchor),
            left.topAnchor.constraint(equalTo: root.topAnchor),
            right.topAnchor.constraint(equalTo: left.topAnchor),
            left.heightAnchor.constraint(equalToConstant: 50),
            right.heightAnchor.constraint(equalTo: left.heightAnchor))
        #expect(left.frame == rect(10, 0, 146, 50))
        #expect(right.frame == rect(164, 0, 146, 50))
    }

    private func row(_ left: UIView, _ right: UIView) -> [NSLayoutConstraint] {
        for view in [left, right] {
            view.translatesAutoresizingMaskIntoConstraints = false
            root.addSubview(view)
        }
        return [
            left.leadingAnchor.constraint(equalTo: root.leadingAnchor),
            right.leadingAnchor.constraint(equalTo: left.trailingAnchor, constant: 20),
            right.trailingAnchor.constraint(equalTo: root.trailingAnchor),
            left.topAnchor.constraint(equalTo: root.topAnchor),
            right.topAnchor.constraint(equalTo: root.topAnchor),
        ]
    }

    @Test("In a row with room to spare the view that hugs its content less grows")
    func hugging() {
        let (label, field) = (Sized.of(60, 20), Sized.of(40, 30))
        label.setContentHuggingPriority(.defaultHigh, for: .horizontal)
        NSLayoutConstraint.activate(row(label, field))
        root.layoutIfNeeded()
        #expect(label.frame == rect(0, 0, 60, 20))
        #expect(field.frame == rect(80, 0, 240, 30))
    }

    @Test("In a row without room the view that resists less shrinks")
    func resistance() {
        let (name, price) = (Sized.of(280, 20), Sized.of(90, 20))
        price.setContentCompressionResistancePriority(.required, for: .horizontal)
        NSLayoutConstraint.activate(row(name, price))
        root.layoutIfNeeded()
        #expect(name.frame == rect(0, 0, 210, 20))
        #expect(price.frame == rect(230, 0, 90, 20))
    }

    @Test("Between a header and a footer the content has the rest")
    func column() {
        let (header, content, footer) = (
            UIView.placed(in: root), UIView.placed(in: root), UIView.placed(in: root)
        )
        for view in [header, content, footer] {
            view.leftAnchor.constraint(equalTo: root.leftAnchor).isActive = true
            view.rightAnchor.constraint(equalTo: root.rightAnchor).isActive = true
        }
        activate(
            header.topAnchor.constraint(equalTo: root.topAnchor),
            header.heightAnchor.constraint(equalToConstant: 60),
            content.topAnchor.constraint(equalTo: header.bottomAnchor),
            content.bottomAnchor.constraint(equalTo: footer.topAnchor),
            footer.heightAnchor.constraint(equalToConstant: 44),
            footer.bottomAnchor.constraint(equalTo: root.bottomAnchor))
        #expect(content.frame == rect(0, 60, 320, 376))
        #expect(footer.frame == rect(0, 436, 320, 44))
    }

    @Test("A view is as wide as its superview, but no wider than a limit")
    func limits() {
        let view = UIView.placed(in: root)
        let wish = view.widthAnchor.constraint(equalTo: root.widthAnchor, constant: -40)
        wish.priority = .defaultHigh
        activate(
            wish, view.widthAnchor.constraint(lessThanOrEqualToConstant: 300),
            view.leadingAnchor.constraint(
                greaterThanOrEqualTo: root.leadingAnchor, constant: 20),
            view.centerXAnchor.constraint(equalTo: root.centerXAnchor),
            view.topAnchor.constraint(equalTo: root.topAnchor),
            view.heightAnchor.constraint(equalToConstant: 10))
        #expect(view.frame == rect(20, 0, 280, 10))
        root.frame.size.width = 500
        root.layoutIfNeeded()
        #expect(view.frame == rect(100, 0, 300, 10))
    }

    @Test("The margins' guide keeps eight points, or those that were set")
    func margins() {
        let view = UIView.placed(in: root)
        let guide = root.layoutMarginsGuide
        activate(
            view.leadingAnchor.constraint(equalTo: guide.leadingAnchor),
            view.trailingAnchor.constraint(equalTo: guide.trailingAnchor),
            view.topAnchor.constraint(equalTo: guide.topAnchor),
            view.bottomAnchor.constraint(equalTo: guide.bottomAnchor))
        #expect(view.frame == rect(8, 8, 304, 464))
        root.directionalLayoutMargins = NSDirectionalEdgeInsets(
            top: 1, leading: 2, bottom: 3, trailing: 4)
        root.layoutIfNeeded()
        #expect(view.frame == rect(2, 1, 314, 476))
    }

    @Test("Guides of one height keep a view a third of the way down")
    func guides() {
        let (above, below) = (UILayoutGuide(), UILayoutGuide())
        root.addLayoutGuide(above)
        root.addLayoutGuide(below)
        let view = UIView.placed(in: root)
        activate(
            above.topAnchor.constraint(equalTo: root.topAnchor),
            above.bottomAnchor.constraint(equalTo: view.topAnchor),
            below.topAnchor.constraint(equalTo: view.bottomAnchor),
            below.bottomAnchor.constraint(equalTo: root.bottomAnchor),
            below.heightAnchor.constraint(equalTo: above.heightAnchor, multiplier: 2),
            view.heightAnchor.constraint(equalToConstant: 30),
            view.leftAnchor.constraint(equalTo: root.leftAnchor),
            view.widthAnchor.constraint(equalToConstant: 30))
        #expect(view.frame == rect(0, 150, 30, 30))
        #expect(above.layoutFrame.height == 150)
        root.removeLayoutGuide(above)
        let left = root.constraints.filter { $0.firstItem === above || $0.secondItem === above }
        #expect(left.isEmpty)
    }

    @Test("Texts of two sizes stand on one line")
    func baselines() {
        let (large, small) = (UILabel.placed(in: root), UILabel.placed(in: root))
        (large.text, small.text) = ("Large", "small")
        (large.font, small.font) = (.systemFont(ofSize: 30), .systemFont(ofSize: 10))
        activate(
            large.topAnchor.constraint(equalTo: root.topAnchor),
            large.leftAnchor.constraint(equalTo: root.leftAnchor),
            small.leftAnchor.constraint(equalTo: large.rightAnchor),
            small.lastBaselineAnchor.constraint(equalTo: large.lastBaselineAnchor))
        #expect(large.frame.height == 36)
        // A line reaches 7 points below the baseline at 30, and 2 at 10.
        #expect(small.frame.maxY == 31)
        #expect(small.frame.minX == large.frame.maxX)
    }

    @Test("A view follows one whose frame is the app's, wherever that is moved")
    func framed() {
        let (framed, view) = (UIView(frame: rect(10, 10, 50, 50)), UIView.placed(in: root))
        root.addSubview(framed)
        activate(
            view.leftAnchor.constraint(equalTo: framed.rightAnchor, constant: 5),
            view.topAnchor.constraint(equalTo: framed.topAnchor),
            view.widthAnchor.constraint(equalTo: framed.widthAnchor),
            view.heightAnchor.constraint(equalToConstant: 20))
        #expect(view.frame == rect(65, 10, 50, 20))
        framed.frame = rect(100, 200, 30, 30)
        root.layoutIfNeeded()
        #expect(framed.frame == rect(100, 200, 30, 30))
        #expect(view.frame == rect(135, 200, 30, 20))
    }

    @Test("Frames are in the superview's coordinates, however deep it is")
    func nested() {
        let box = UIView.placed(in: root)
        let inner = UIView.placed(in: box)
        let outside = UIView.placed(in: root)
        activate(
            box.leftAnchor.constraint(equalTo: root.leftAnchor, constant: 100),
            box.topAnchor.constraint(equalTo: root.topAnchor, constant: 50),
            // The box is as large as what is in it.
            inner.leftAnchor.constraint(equalTo: box.leftAnchor, constant: 10),
            inner.topAnchor.constraint(equalTo: box.topAnchor, constant: 10),
            inner.rightAnchor.constraint(equalTo: box.rightAnchor, constant: -10),
            inner.bottomAnchor.constraint(equalTo: box.bottomAnchor, constant: -10),
            inner.widthAnchor.constraint(equalToConstant: 60),
            inner.heightAnchor.constraint(equalToConstant: 30),
            // And another is placed by what is inside the box.
            outside.leftAnchor.constraint(equalTo: inner.leftAnchor),
            outside.topAnchor.constraint(equalTo: box.bottomAnchor),
            outside.widthAnchor.constraint(equalTo: inner.widthAnchor),
            outside.heightAnchor.constraint(equalToConstant: 5))
        #expect(box.frame == rect(100, 50, 80, 50))
        #expect(inner.frame == rect(10, 10, 60, 30))
        #expect(outside.frame == rect(110, 100, 60, 5))
    }

    @Test("A constant that is changed, and constraints that take turns, are laid out anew")
    func changes() {
        let view = UIView.placed(in: root)
        let top = view.topAnchor.constraint(equalTo: root.topAnchor)
        let (narrow, wide) = (
            view.widthAnchor.constraint(equalToConstant: 50),
            view.widthAnchor.constraint(equalToConstant: 200)
        )
        activate(
            top, narrow, view.leftAnchor.constraint(equalTo: root.leftAnchor),
            view.heightAnchor.constraint(equalToConstant: 10))
        #expect(view.frame == rect(0, 0, 50, 10))
        top.constant = 30
        narrow.isActive = false
        wide.isActive = true
        view.layoutIfNeeded()
        #expect(view.frame == rect(0, 30, 200, 10))
        #expect(!view.constraints.contains(narrow) && view.constraints.contains(wide))
    }

    @Test("A constraint that is made of items and attributes is held by the view it is added to")
    func items() {
        let view = UIView.placed(in: root)
        root.addConstraints([
            NSLayoutConstraint(
                item: view, attribute: .leading, relatedBy: .equal, toItem: root,
                attribute: .centerX, multiplier: 1, constant: 4),
            NSLayoutConstraint(
                item: view, attribute: .bottom, relatedBy: .equal, toItem: root,
                attribute: .bottomMargin, multiplier: 1, constant: 0),
            NSLayoutConstraint(
                item: view, attribute: .height, relatedBy: .greaterThanOrEqual, toItem: nil,
                attribute: .notAnAttribute, multiplier: 1, constant: 12),
            NSLayoutConstraint(
                item: root, attribute: .width, relatedBy: .equal, toItem: view,
                attribute: .width, multiplier: 4, constant: 20),
        ])
        view.setContentHuggingPriority(.required, for: .vertical)
        root.layoutIfNeeded()
        #expect(view.frame.minX == 164 && view.frame.width == 75 && view.frame.maxY == 472)
        #expect(view.frame.height >= 12)
        #expect(root.constraints.count == 4)
        root.removeConstraints(root.constraints)
        #expect(root.constraints.isEmpty)
    }
}
