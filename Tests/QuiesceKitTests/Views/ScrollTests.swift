import Foundation
import TestSupport
import Testing

@testable import QuiesceKit

/// Views that show a part of what is in them.
@MainActor @Suite(.behaviour("H2")) struct ScrollTests {
    private final class Listener: UIScrollViewDelegate {
        let diary = Diary()
        func scrollViewDidScroll(_ scrollView: UIScrollView) {
            diary.write("at \(Int(scrollView.contentOffset.y))")
        }
        func scrollViewWillBeginDragging(_ scrollView: UIScrollView) { diary.write("drags") }
        func scrollViewDidEndDragging(
            _ scrollView: UIScrollView, willDecelerate decelerate: Bool
        ) { diary.write("dragged \(decelerate)") }
    }

    @Test("The content is as large as the constraints to its guide make it")
    func contentSize() {
        let scrollView = UIScrollView(frame: rect(0, 0, 200, 300))
        let content = UIStackView.placed(in: scrollView)
        content.axis = .vertical
        for _ in 0..<10 { content.addArrangedSubview(Sized.of(50, 100)) }
        let (guide, frame) = (scrollView.contentLayoutGuide, scrollView.frameLayoutGuide)
        NSLayoutConstraint.activate([
            content.topAnchor.constraint(equalTo: guide.topAnchor, constant: 20),
            content.leadingAnchor.constraint(equalTo: guide.leadingAnchor),
            content.trailingAnchor.constraint(equalTo: guide.trailingAnchor),
            content.bottomAnchor.constraint(equalTo: guide.bottomAnchor, constant: -30),
            content.widthAnchor.constraint(equalTo: frame.widthAnchor),
        ])
        scrollView.layoutIfNeeded()
        #expect(scrollView.contentSize == CGSize(width: 200, height: 1_050))
        #expect(content.frame == rect(0, 20, 200, 1_000))
    }

    @Test("Constraints to a scroll view's own edges from inside are to what scrolls")
    func edges() {
        let scrollView = UIScrollView(frame: rect(0, 0, 200, 300))
        let content = UIView.placed(in: scrollView)
        NSLayoutConstraint.activate([
            content.topAnchor.constraint(equalTo: scrollView.topAnchor),
            content.leftAnchor.constraint(equalTo: scrollView.leftAnchor),
            content.rightAnchor.constraint(equalTo: scrollView.rightAnchor),
            content.bottomAnchor.constraint(equalTo: scrollView.bottomAnchor),
            content.widthAnchor.constraint(equalTo: scrollView.widthAnchor),
            content.heightAnchor.constraint(equalToConstant: 700),
        ])
        scrollView.layoutIfNeeded()
        #expect(scrollView.contentSize == CGSize(width: 200, height: 700))
        scrollView.contentOffset.y = 100
        scrollView.layoutIfNeeded()
        #expect(content.frame == rect(0, 0, 200, 700))
    }

    @Test("A view that follows the frame's guide stays where it is when the view scrolls")
    func frameGuide() {
        let scrollView = UIScrollView(frame: rect(0, 0, 200, 300))
        scrollView.contentSize = CGSize(width: 200, height: 900)
        let badge = UIView.placed(in: scrollView)
        NSLayoutConstraint.activate([
            badge.topAnchor.constraint(equalTo: scrollView.frameLayoutGuide.topAnchor),
            badge.leftAnchor.constraint(equalTo: scrollView.frameLayoutGuide.leftAnchor),
            badge.widthAnchor.constraint(equalToConstant: 10),
            badge.heightAnchor.constraint(equalToConstant: 10),
        ])
        scrollView.contentOffset.y = 250
        scrollView.layoutIfNeeded()
        #expect(badge.frame == rect(0, 250, 10, 10))
    }

    @Test("A finger scrolls as far as there is something, and the button under it isn't pressed")
    func drag() {
        Stage.play { stage in
            let controller = UIViewController()
            _ = stage.window(controller)
            let scrollView = UIScrollView(frame: rect(0, 100, 320, 300))
            scrollView.contentSize = CGSize(width: 320, height: 500)
            let listener = Listener()
            scrollView.delegate = listener
            controller.view.addSubview(scrollView)
            var presses = 0
            let button = UIButton(
                frame: rect(0, 100, 320, 50), primaryAction: UIAction { _ in presses += 1 })
            scrollView.addSubview(button)
            stage.turn()
            stage.touch(.began, 100, 220)
            stage.touch(.moved, 100, 215)
            #expect(button.isHighlighted && scrollView.contentOffset.y == 0)
            stage.touch(.moved, 100, 180)
            #expect(!button.isHighlighted)
            stage.touch(.moved, 100, 170)
            stage.touch(.ended, 100, 170)
            #expect(listener.diary.news() == ["drags", "at 40", "at 50", "dragged false"])
            #expect(presses == 0)
            // The button is where it was scrolled to.
            stage.tap(100, 160)
            #expect(presses == 1)
            stage.touch(.began, 100, 300)
            stage.touch(.moved, 100, 10)
            stage.touch(.ended, 100, 10)
            #expect(scrollView.contentOffset.y == 200)
        }
    }

    @Test("A scene has the content at its place, and hides what is outside of the view")
    func clips() throws {
        try Stage.play { stage in
            let controller = UIViewController()
            _ = stage.window(controller)
            let scrollView = UIScrollView(frame: rect(0, 100, 320, 300))
            scrollView.addSubview(UIView(frame: rect(0, 0, 320, 900)))
            controller.view.addSubview(scrollView)
            scrollView.contentSize.height = 900
            scrollView.contentOffset.y = 120
            stage.turn()
            let root = try #require(stage.scenes.last?.root.children?.first)
            let node = try #require(root.children?.first)
            #expect(node.clips == true)
            #expect(node.children?.first?.frame.y == -120)
        }
    }
}
