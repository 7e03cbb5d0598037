import Foundation

extension UIApplication {
    /// The scene, once the app has come to the front; empty before.
    public var connectedScenes: Set<UIScene> { scenes.scene.map { [$0] } ?? [] }

    /// The scene's session, that of an earlier launch included.
    public var openSessions: Set<UISceneSession> { scenes.session.map { [$0] } ?? [] }

    /// No: an app has one scene, whatever its Info.plist says.
    public var supportsMultipleScenes: Bool { false }

    /// Asks to have a scene shown. The app's own gets `userActivity` by `scene(_:continue:)`, if it
    /// is in front already.
    ///
    /// - Parameters:
    ///   - sceneSession: nil: a new one, which there can't be.
    ///   - options: have no effect.
    ///   - errorHandler: called at once with a `UISceneError`: there is no second scene, and an app
    ///     can't bring itself to the front.
    public func requestSceneSessionActivation(
        _ sceneSession: UISceneSession?, userActivity: NSUserActivity?,
        options: UIScene.ActivationRequestOptions?, errorHandler: ((any Error) -> Void)? = nil
    ) {
        guard let sceneSession, sceneSession === scenes.session else {
            errorHandler?(UISceneError(.multipleScenesNotSupported))
            return
        }
        guard let scene = scenes.scene, scene.isInFront else {
            errorHandler?(UISceneError(.requestDenied))
            return
        }
        if let userActivity { scene.delegate?.scene(scene, continue: userActivity) }
    }

    /// Asks to close a scene, which an app with one scene can't.
    ///
    /// - Parameters:
    ///   - options: have no effect.
    ///   - errorHandler: called at once, with `UISceneError.multipleScenesNotSupported`.
    public func requestSceneSessionDestruction(
        _ sceneSession: UISceneSession, options: UISceneDestructionRequestOptions?,
        errorHandler: ((any Error) -> Void)? = nil
    ) {
        errorHandler?(UISceneError(.multipleScenesNotSupported))
    }

    /// Makes the scene's snapshot anew, where it was changed while nobody sees it (F7).
    public func requestSceneSessionRefresh(_ sceneSession: UISceneSession) {
        if applicationState == .background { display.doneInBackground() }
    }
}

/// Why a scene can't be had; the codes are UIKit's.
public struct UISceneError: Error, Sendable {
    /// Says what was wrong.
    public enum Code: Int, Sendable {
        /// An app has one scene.
        case multipleScenesNotSupported = 0
        /// The app isn't in front, and can't bring itself there.
        case requestDenied = 1
    }

    /// An app has one scene.
    public static let multipleScenesNotSupported = Code.multipleScenesNotSupported
    /// The app isn't in front, and can't bring itself there.
    public static let requestDenied = Code.requestDenied

    /// Says what was wrong.
    public let code: Code
    init(_ code: Code) { self.code = code }
}

extension UISceneError: LocalizedError {
    /// For people.
    public var errorDescription: String? {
        switch code {
        case .multipleScenesNotSupported: "an app has one scene"
        case .requestDenied: "an app that isn't in front can't bring its scene there"
        }
    }
}
