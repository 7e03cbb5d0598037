import ExampleSupport
import Foundation

#if os(iOS)
    import UIKit
#else
    import QuiesceKit
#endif

/// One picture. Pulling it down brings another.
final class PictureViewController: ExampleScreen {
    /// Points that it is to be pulled.
    private static let pull: CGFloat = 60

    var refresh: () -> Void = {}
    private let card = UIView(Look.card)
    private let picture = UIImageView(frame: .zero)
    private let caption = UILabel(.body, Look.ink, .center)
    private let hint = UILabel(.small, Look.faint, .center)
    private var start: CGFloat?

    override func viewDidLoad() {
        super.viewDidLoad()
        title = "BepBop"
        caption.text = "No picture yet"
        view.add(card, picture, caption, hint)
    }

    func show(_ file: URL?) {
        guard let file else { return }
        picture.image = UIImage(contentsOfFile: file.path)
        caption.text = file.deletingPathExtension().lastPathComponent
        changed()
    }

    override func fill(_ area: CGRect) {
        picture.backgroundColor = picture.image == nil ? Look.paper : nil
        hint.text = picture.image == nil ? "Pull down for a picture" : "Pull down for another"

        var area = area
        card.frame = area.cut(max(0.7 * area.height, 190))
        let inside = card.frame.insetBy(dx: 12, dy: 12)
        let (below, above) = inside.divided(atDistance: 32, from: .maxYEdge)
        caption.frame = below
        picture.frame = above.square
        _ = area.cut(12)
        hint.frame = area.cut(20)
    }

    override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) {
        start = touches.first?.location(in: view).y
    }

    override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent?) {
        guard let start, let end = touches.first?.location(in: view).y else { return }
        self.start = nil
        if end - start >= Self.pull { refresh() }
    }
}
