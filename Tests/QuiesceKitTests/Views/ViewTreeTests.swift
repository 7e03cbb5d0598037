import Foundation
import TestSupport
import Testing

@testable import QuiesceKit

/// Views in views.
@MainActor @Suite(.behaviour("H2")) struct ViewTreeTests {
    @Test("A view is in front of those that were added before, until it is moved")
    func order() {
        let (parent, a, b, c) = (UIView(), UIView(), UIView(), UIView())
        for view in [a, b, c] { parent.addSubview(view) }
        #expect(parent.subviews == [a, b, c])
        parent.bringSubviewToFront(a)
        #expect(parent.subviews == [b, c, a])
        parent.sendSubviewToBack(c)
        #expect(parent.subviews == [c, b, a])
        parent.insertSubview(a, belowSubview: b)
        #expect(parent.subviews == [c, a, b])
        parent.insertSubview(c, aboveSubview: a)
        #expect(parent.subviews == [a, c, b])
        parent.insertSubview(b, at: 99)
        #expect(parent.subviews == [a, c, b])
    }

    @Test("A view is in one place: added elsewhere, it has left where it was")
    func onePlace() {
        let (first, second, view) = (UIView(), UIView(), UIView())
        first.addSubview(view)
        second.addSubview(view)
        #expect(first.subviews.isEmpty)
        #expect(view.superview === second)
        view.removeFromSuperview()
        #expect(second.subviews.isEmpty)
        #expect(view.superview == nil)
    }

    @Test("A tree that would go in a circle is refused, and nothing is changed")
    func cycles() {
        let (grandparent, parent, child) = (UIView(), UIView(), UIView())
        grandparent.addSubview(parent)
        parent.addSubview(child)
        child.addSubview(grandparent)
        child.addSubview(parent)
        child.addSubview(child)
        #expect(child.subviews.isEmpty)
        #expect(grandparent.subviews == [parent])
        #expect(grandparent.superview == nil)
        #expect(child.superview === parent)
    }

    @Test("A frame or an alpha that isn't a number is refused, and the old one stays")
    func badNumbers() {
        let view = UIView(frame: CGRect(x: 1, y: 2, width: 3, height: 4))
        view.frame.origin.x = .nan
        view.frame.size.height = .infinity
        view.bounds.size.width = .nan
        #expect(view.frame == CGRect(x: 1, y: 2, width: 3, height: 4))
        view.alpha = .nan
        #expect(view.alpha == 1)
        view.alpha = 7
        #expect(view.alpha == 1)
        view.alpha = -1
        #expect(view.alpha == 0)
    }

    @Test("Points are converted through origins, and through bounds that were scrolled")
    func conversion() {
        let window = UIWindow(frame: CGRect(x: 0, y: 0, width: 100, height: 100))
        let outer = UIView(frame: CGRect(x: 10, y: 20, width: 50, height: 50))
        let inner = UIView(frame: CGRect(x: 1, y: 2, width: 10, height: 10))
        let other = UIView(frame: CGRect(x: 60, y: 0, width: 10, height: 10))
        window.addSubview(outer)
        outer.addSubview(inner)
        window.addSubview(other)
        #expect(inner.convert(CGPoint.zero, to: nil) == CGPoint(x: 11, y: 22))
        #expect(inner.convert(CGPoint(x: 11, y: 22), from: nil) == .zero)
        #expect(inner.convert(CGPoint(x: 5, y: 5), to: other) == CGPoint(x: -44, y: 27))
        outer.bounds.origin.y = 30
        #expect(inner.convert(CGPoint.zero, to: nil) == CGPoint(x: 11, y: -8))
        let rect = CGRect(x: 0, y: 0, width: 2, height: 3)
        #expect(
            inner.convert(rect, to: window) == CGRect(x: 11, y: -8, width: 2, height: 3))
    }

    @Test("A view follows its superview's size by its mask, and one without a mask stays")
    func autoresizing() {
        let parent = UIView(frame: CGRect(x: 0, y: 0, width: 100, height: 100))
        func child(_ mask: UIView.AutoresizingMask) -> UIView {
            let view = UIView(frame: CGRect(x: 10, y: 10, width: 30, height: 30))
            view.autoresizingMask = mask
            parent.addSubview(view)
            return view
        }
        let (still, both) = (child([]), child([.flexibleWidth, .flexibleHeight]))
        let (right, middle) = (
            child(.flexibleLeftMargin), child([.flexibleLeftMargin, .flexibleRightMargin])
        )
        parent.frame.size = CGSize(width: 170, height: 80)
        #expect(still.frame == CGRect(x: 10, y: 10, width: 30, height: 30))
        #expect(both.frame == CGRect(x: 10, y: 10, width: 100, height: 10))
        #expect(right.frame == CGRect(x: 80, y: 10, width: 30, height: 30))
        #expect(middle.frame == CGRect(x: 20, y: 10, width: 30, height: 30))
    }

    @Test("Layout is done once, when it is asked for, however often it was needed")
    func layout() {
        final class Counting: UIView {
            var layouts = 0
            override func layoutSubviews() { layouts += 1 }
        }
        let view = Counting()
        view.layoutIfNeeded()
        view.setNeedsLayout()
        view.setNeedsLayout()
        view.addSubview(UIView())
        view.layoutIfNeeded()
        view.layoutIfNeeded()
        #expect(view.layouts == 2)
    }
}
