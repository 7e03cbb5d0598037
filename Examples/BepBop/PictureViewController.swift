import Foundation

#if os(iOS)
    import UIKit
#else
    import QuiesceKit
#endif

/// One picture. Pulling it down brings another.
final class PictureViewController: UIViewController {
    /// Points that it is to be pulled.
    private static let pull: CGFloat = 60

    var refresh: () -> Void = {}
    private let picture = UIImageView(frame: CGRect(x: 0, y: 40, width: 320, height: 320))
    private let caption = UILabel(frame: CGRect(x: 0, y: 370, width: 320, height: 40))
    private var start: CGFloat?

    override func viewDidLoad() {
        caption.textAlignment = .center
        caption.text = "Pull down for a picture"
        view.addSubview(picture)
        view.addSubview(caption)
    }

    func show(_ file: URL?) {
        guard let file else { return }
        picture.image = UIImage(contentsOfFile: file.path)
        caption.text = file.deletingPathExtension().lastPathComponent
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
