import Foundation
import QuiesceKit

// The recorder's commands for the tests of drawing.
extension Recorder {
    /// `canvas`: shows a view that says when it is drawn, and with what text: "0". `dirty N`: gives
    /// it the texts from 1 to N, and marks it dirty each time, in a turn of the main loop of its
    /// own. `picture NAME`: shows that one of its bundle.
    ///
    /// - Returns: false, if it is another's command.
    nonisolated func obeyViews(_ words: [Substring]) -> Bool {
        let argument = words.count > 1 ? String(words[1]) : ""
        switch words.first {
        case "canvas": onMain { gallery.show(gallery.canvas) }
        case "dirty":
            for number in 1...(Int(argument) ?? 1) { onMain { gallery.canvas.dirty(number) } }
            onMain { say("dirtied \(argument)") }
        case "picture": onMain { gallery.show(picture: argument) }
        case _: return false
        }
        return true
    }

    nonisolated private func onMain(_ work: @escaping @MainActor @Sendable () -> Void) {
        DispatchQueue.main.async { @Sendable in MainActor.assumeIsolated { work() } }
    }
}

@MainActor private let gallery = Gallery()

@MainActor private final class Gallery {
    let canvas = Canvas()
    private let frame = UIImageView()
    private let window = UIWindow()

    func show(picture name: String) {
        frame.image = UIImage(named: name)
        show(frame)
        say("picture \(name) \(frame.image != nil)")
    }

    func show(_ view: UIView) {
        view.frame = CGRect(x: 20, y: 40, width: 200, height: 40)
        window.addSubview(view)
        window.makeKeyAndVisible()
    }
}

@MainActor private final class Canvas: UILabel {
    override func draw(_ rect: CGRect) { say("drawn \(text ?? "0")") }

    func dirty(_ number: Int) {
        text = "\(number)"
        setNeedsDisplay()
    }
}
