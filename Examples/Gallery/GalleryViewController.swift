import ExampleSupport
import Foundation

#if os(iOS)
    import UIKit
#else
    import QuiesceKit
#endif

/// One large picture, and a list of all to choose from.
final class GalleryViewController: UIViewController {
    /// The contents of the screen.
    private struct Screen: Encodable {
        var picture = ""
        var isLandscape = false
        var hidesOwner = false
        var chosen = 0
    }

    private static let pictures = ["sun", "hills", "moon"]

    private let state = StateFile()
    private var screen = Screen() {
        didSet { state.save(screen) }
    }
    private var index = 0
    private var thumbnails: [UIImageView] = []

    var hidesOwner = false {
        didSet {
            part("owner")?.isHidden = hidesOwner
            screen.hidesOwner = hidesOwner
        }
    }

    override func viewDidLoad() {
        restorationIdentifier = "gallery"
        for (index, name) in Self.pictures.enumerated() {
            let thumbnail = UIImageView(image: UIImage(named: name))
            // It takes touches, but does nothing with them: they go on to this controller.
            thumbnail.isUserInteractionEnabled = true
            thumbnail.tag = index
            part("list")?.addSubview(thumbnail)
            thumbnails.append(thumbnail)
        }
        (part("next") as? UIButton)?.addAction(
            UIAction { [unowned self] _ in show(index + 1) }, for: .touchUpInside)
        show(0)
    }

    override func viewDidAppear(_ animated: Bool) { becomeFirstResponder() }

    // MARK: What is kept

    override func encodeRestorableState(with coder: NSCoder) {
        super.encodeRestorableState(with: coder)
        coder.encode(index, forKey: "picture")
    }

    override func decodeRestorableState(with coder: NSCoder) {
        super.decodeRestorableState(with: coder)
        if Gallery.options.has("--crash-on-restore") { fatalError("the saved state is the reason") }
        show(coder.decodeInteger(forKey: "picture"))
    }

    // MARK: What the user does

    override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent?) {
        guard let view = touches.first?.view as? UIImageView, thumbnails.contains(view) else {
            return super.touchesEnded(touches, with: event)
        }
        screen.chosen += 1
        show(view.tag)
    }

    override var canBecomeFirstResponder: Bool { true }

    override func motionEnded(_ motion: UIEvent.EventSubtype, with event: UIEvent?) {
        if motion == .motionShake { show(0) }
    }

    override func remoteControlReceived(with event: UIEvent?) {
        switch event?.subtype {
        case .remoteControlNextTrack: show(index + 1)
        case .remoteControlPreviousTrack: show(index - 1)
        case _: break
        }
    }

    // MARK: What is to be seen

    private func show(_ wanted: Int) {
        let count = Self.pictures.count
        index = (wanted % count + count) % count
        let name = Self.pictures[index]
        (part("picture") as? UIImageView)?.image = UIImage(named: name)
        (part("caption") as? UILabel)?.text = name
        screen.picture = name
        print("shows \(name)")
    }

    /// Upright, the list is below the picture; otherwise beside it.
    override func viewDidLayoutSubviews() {
        let size = view.bounds.size
        let isLandscape = size.width > size.height
        if isLandscape != screen.isLandscape { screen.isLandscape = isLandscape }
        let side = min(size.width, size.height)
        let texts: CGFloat = isLandscape ? side - 120 : side
        part("picture")?.frame = CGRect(x: 20, y: 28, width: side - 40, height: texts - 36).square
        part("caption")?.frame = CGRect(x: 0, y: texts, width: side, height: 40)
        part("owner")?.frame = CGRect(x: 0, y: texts + 40, width: side, height: 30)
        part("next")?.frame = CGRect(x: side / 2 - 60, y: texts + 74, width: 120, height: 44)
        let list =
            isLandscape
            ? CGRect(x: side, y: 0, width: size.width - side, height: size.height)
            : CGRect(x: 0, y: texts + 124, width: size.width, height: size.height - texts - 124)
        part("list")?.frame = list
        for (index, thumbnail) in thumbnails.enumerated() {
            let step = (isLandscape ? 100 : 106) * CGFloat(index)
            thumbnail.frame = CGRect(
                x: isLandscape ? 14 : step + 6, y: isLandscape ? step + 20 : 14, width: 96,
                height: 96)
        }
    }

    private func part(_ name: String) -> UIView? {
        view.subviews.first { $0.accessibilityIdentifier == name }
    }
}
