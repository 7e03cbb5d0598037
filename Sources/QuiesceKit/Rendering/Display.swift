import Dispatch
import Foundation
import QuiesceWire

/// The app's display: its windows, and the scene that is made of them.
///
/// All changes in one turn of the main loop make one scene, in front only. Changes in the
/// background are drawn once, when the app comes back, and before a snapshot (Q3).
@MainActor final class Display {
    /// A pass over the views may leave something to lay out or draw; one that is never done with it
    /// isn't waited for.
    private static let mostPasses = 8

    /// Back to front.
    private(set) var windows: [UIWindow] = []
    weak var keyWindow: UIWindow?
    var interfaceOrientation = UIInterfaceOrientation.portrait
    /// Whether the user sees what the app shows.
    private(set) var isInFront = false
    /// Takes each new scene.
    var send: (Scene) throws(WireError) -> Void

    /// The scene that was sent last: the app's backing store, which the app doesn't keep in the
    /// background (M3).
    private var shown: Scene?
    private var isDirty = false
    private var isScheduled = false
    private var isUpdating = false
    /// Why the last scene isn't shown: said once.
    private var problem: String?

    init(send: @escaping (Scene) throws(WireError) -> Void) { self.send = send }

    /// The screen, as the interface lies on it.
    var bounds: CGRect { CGRect(origin: .zero, size: size(in: interfaceOrientation)) }

    func size(in orientation: UIInterfaceOrientation) -> CGSize {
        let size = UIScreen.size
        return orientation.isLandscape ? CGSize(width: size.height, height: size.width) : size
    }

    // MARK: Windows

    func show(_ window: UIWindow) {
        windows.append(window)
        window.traitsMayHaveChanged()
        reorder()
        window.stack.update()
    }

    func hide(_ window: UIWindow) {
        windows.removeAll { $0 === window }
        if keyWindow === window { keyWindow = windows.last }
        window.stack.update()
        needsCommit()
    }

    /// By level; of one level, the one that was shown last is in front.
    func reorder() {
        let levels = Set(windows.map(\.windowLevel.rawValue)).sorted()
        windows = levels.flatMap { level in
            windows.filter { $0.windowLevel.rawValue == level }
        }
        needsCommit()
    }

    // MARK: Scenes

    /// Something that is shown has changed.
    func needsCommit() {
        isDirty = true
        schedule()
    }

    /// The app is in front from now on: its windows are displayed.
    func cameToFront() {
        isInFront = true
        schedule()
    }

    /// The app has entered the background: the snapshot is made of what its windows show now (P2).
    func wentToBack() {
        guard isInFront else { return }
        takeSnapshot()
        isInFront = false
    }

    /// Work in the background is over, and the snapshot is to show its result (F7). An app that was
    /// launched there has nothing on the screen.
    func doneInBackground() {
        guard !isInFront, windows.contains(where: \.stack.isDisplayed) else { return }
        takeSnapshot()
    }

    /// Where it can't be shown the snapshot is an empty one, rather than what was shown before:
    /// that may have been hidden since.
    private func takeSnapshot() {
        commit()
        if problem != nil { try? send(SceneBuilder.emptyScene(of: self)) }
        shown = nil
        isDirty = true
    }

    /// Brings the views up to date, as they have to be before they are touched.
    func prepare() {
        update()
        schedule()
    }

    /// Turned as the device is held (H4), laid out, drawn.
    private func update() {
        guard !windows.isEmpty, !isUpdating else { return }
        isUpdating = true
        defer { isUpdating = false }
        rotateIfNeeded()
        if isInFront { for window in windows { window.stack.display() } }
        for _ in 0..<Self.mostPasses {
            for window in windows {
                window.layoutIfNeeded()
                window.drawIfNeeded()
            }
            if !windows.contains(where: \.needsWork) { return }
        }
    }

    /// Sends the scene of an app in front, at the end of a turn of the main loop in which something
    /// changed.
    func commitInFront() {
        if isInFront { commit() }
    }

    /// Sends the scene, if it is another one than before.
    private func commit() {
        guard isDirty else { return }
        update()
        isDirty = false
        guard !windows.isEmpty || shown != nil else { return }
        do throws(WireError) {
            let scene = try SceneBuilder.scene(of: self)
            problem = nil
            guard scene != shown else { return }
            try send(scene)
            shown = scene
        } catch {
            if error.message != problem {
                note("the screen still shows what it showed before: \(error.message)")
            }
            problem = error.message
        }
    }

    private func schedule() {
        guard isDirty, isInFront, !isScheduled, !isUpdating else { return }
        isScheduled = true
        DispatchQueue.main.async { [weak self] in
            MainActor.assumeIsolated {
                guard let self else { return }
                self.isScheduled = false
                self.commitInFront()
            }
        }
    }
}

extension UIView {
    /// Whether something in it is to be laid out, or drawn, still.
    fileprivate var needsWork: Bool {
        !isHidden && (needsLayout || needsDisplay || subviews.contains(where: \.needsWork))
    }
}
