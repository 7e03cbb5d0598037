import Foundation

@testable import QuiesceKit

extension UIView {
    /// A view in another, placed by constraints.
    static func placed(in superview: UIView) -> Self {
        guard let view = Self(coder: NSCoder()) else { fatalError("a view is made of any coder") }
        view.translatesAutoresizingMaskIntoConstraints = false
        superview.addSubview(view)
        return view
    }
}

/// A view of a size of its own.
@MainActor final class Sized: UIView {
    var size = CGSize(width: UIView.noIntrinsicMetric, height: UIView.noIntrinsicMetric) {
        didSet { invalidateIntrinsicContentSize() }
    }
    override var intrinsicContentSize: CGSize { size }

    static func of(_ width: CGFloat, _ height: CGFloat) -> Sized {
        let view = Sized()
        view.size = CGSize(width: width, height: height)
        return view
    }
}

func rect(_ x: CGFloat, _ y: CGFloat, _ width: CGFloat, _ height: CGFloat) -> CGRect {
    CGRect(x: x, y: y, width: width, height: height)
}
