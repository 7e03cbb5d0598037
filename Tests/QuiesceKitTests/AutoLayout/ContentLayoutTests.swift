import Foundation
import TestSupport
import Testing

@testable import QuiesceKit

/// Frames that follow from content, and from what becomes of views.
@MainActor @Suite(.behaviour("H2")) struct ContentLayoutTests {
    private let root = UIView(frame: rect(0, 0, 320, 480))

    private func activate(_ constraints: NSLayoutConstraint...) {
        NSLayoutConstraint.activate(constraints)
        root.layoutIfNeeded()
    }

    @Test("A label is as high as its lines, and the view below it moves when the text grows")
    func lines() {
        let (label, below) = (UILabel.placed(in: root), UIView.placed(in: root))
        label.numberOfLines = 0
        label.text = "Short"
        activate(
            label.leftAnchor.constraint(equalTo: root.leftAnchor, constant: 10),
            label.widthAnchor.constraint(equalToConstant: 150),
            label.topAnchor.constraint(equalTo: root.topAnchor),
            below.topAnchor.constraint(equalTo: label.bottomAnchor, constant: 5),
            below.leftAnchor.constraint(equalTo: root.leftAnchor),
            below.widthAnchor.constraint(equalToConstant: 10),
            below.heightAnchor.constraint(equalToConstant: 10))
        #expect(label.frame == rect(10, 0, 150, 21))
        label.text = "A text that is far too long for a single line of this width"
        root.layoutIfNeeded()
        let lines = TextMeasure.lines(of: label.text ?? "", size: 17, within: 150).count
        #expect(lines > 3)
        #expect(label.frame.height == CGFloat(lines) * 21)
        #expect(below.frame.minY == label.frame.maxY + 5)
        label.numberOfLines = 2
        root.layoutIfNeeded()
        #expect(label.frame.height == 42)
    }

    @Test("A button is as large as its title, and grows with it")
    func button() {
        let button = UIButton.placed(in: root)
        button.setTitle("Go", for: .normal)
        activate(
            button.leftAnchor.constraint(equalTo: root.leftAnchor),
            button.topAnchor.constraint(equalTo: root.topAnchor))
        #expect(button.frame.height == 33)
        let before = button.frame.width
        button.setTitle("Go somewhere else", for: .normal)
        root.layoutIfNeeded()
        #expect(button.frame.width > before)
        #expect(button.titleLabel.frame == button.bounds)
    }

    @Test("A view with a content of its own is laid out anew when that has another size")
    func intrinsic() {
        let view = Sized.placed(in: root)
        view.size = CGSize(width: 30, height: 40)
        activate(
            view.rightAnchor.constraint(equalTo: root.rightAnchor),
            view.bottomAnchor.constraint(equalTo: root.bottomAnchor))
        #expect(view.frame == rect(290, 440, 30, 40))
        view.size = CGSize(width: 100, height: 20)
        root.layoutIfNeeded()
        #expect(view.frame == rect(220, 460, 100, 20))
    }

    @Test("The smallest size of a card follows from what is in it")
    func fitting() {
        let card = UIView()
        let (label, picture) = (Sized.of(90, 20), UIView.placed(in: card))
        label.translatesAutoresizingMaskIntoConstraints = false
        card.addSubview(label)
        NSLayoutConstraint.activate([
            picture.leftAnchor.constraint(equalTo: card.leftAnchor, constant: 10),
            picture.topAnchor.constraint(equalTo: card.topAnchor, constant: 10),
            picture.bottomAnchor.constraint(lessThanOrEqualTo: card.bottomAnchor, constant: -10),
            picture.widthAnchor.constraint(equalToConstant: 40),
            picture.heightAnchor.constraint(equalToConstant: 40),
            label.leftAnchor.constraint(equalTo: picture.rightAnchor, constant: 8),
            label.rightAnchor.constraint(equalTo: card.rightAnchor, constant: -10),
            label.centerYAnchor.constraint(equalTo: card.centerYAnchor),
        ])
        #expect(
            card.systemLayoutSizeFitting(UIView.layoutFittingCompressedSize)
                == CGSize(width: 158, height: 60))
        let wide = card.systemLayoutSizeFitting(
            CGSize(width: 300, height: 0), withHorizontalFittingPriority: .required,
            verticalFittingPriority: .fittingSizeLevel)
        #expect(wide == CGSize(width: 300, height: 60))
        #expect(card.frame == .zero)
    }

    @Test("A view that is taken away takes the constraints along that led to it")
    func removal() {
        let (first, second) = (UIView.placed(in: root), UIView.placed(in: root))
        let own = second.heightAnchor.constraint(equalToConstant: 10)
        let between = second.topAnchor.constraint(equalTo: first.bottomAnchor)
        activate(first.topAnchor.constraint(equalTo: root.topAnchor), between, own)
        second.removeFromSuperview()
        #expect(!between.isActive && own.isActive)
        #expect(root.constraints.count == 1)
        let elsewhere = UIView()
        elsewhere.addSubview(first)
        #expect(root.constraints.isEmpty)
    }

    @Test("Constraints are updated once, and again when that is asked for, insides first")
    func updates() {
        final class Updating: UIView {
            var diary: Diary?
            override func updateConstraints() {
                diary?.write("\(tag)")
                super.updateConstraints()
            }
        }
        let diary = Diary()
        let (outer, inner) = (Updating(), Updating())
        for (index, view) in [outer, inner].enumerated() {
            (view.diary, view.tag) = (diary, index)
        }
        outer.addSubview(inner)
        root.addSubview(outer)
        root.layoutIfNeeded()
        root.layoutIfNeeded()
        #expect(diary.news() == ["1", "0"])
        inner.setNeedsUpdateConstraints()
        #expect(inner.needsUpdateConstraints())
        root.layoutIfNeeded()
        #expect(diary.news() == ["1"])
    }

    @Test("The safe area's guide is below the status bar, and follows additional insets")
    func safeArea() {
        Stage.play { stage in
            let controller = UIViewController()
            _ = stage.window(controller)
            let view = UIView.placed(in: controller.view)
            let guide = controller.view.safeAreaLayoutGuide
            NSLayoutConstraint.activate([
                view.topAnchor.constraint(equalTo: guide.topAnchor),
                view.bottomAnchor.constraint(equalTo: guide.bottomAnchor),
                view.leadingAnchor.constraint(equalTo: guide.leadingAnchor),
                view.trailingAnchor.constraint(equalTo: guide.trailingAnchor),
            ])
            stage.turn()
            let screen = UIScreen.main.bounds
            #expect(view.frame == rect(0, 20, screen.width, screen.height - 20))
            controller.additionalSafeAreaInsets.bottom = 30
            stage.turn()
            #expect(view.frame == rect(0, 20, screen.width, screen.height - 50))
        }
    }
}
