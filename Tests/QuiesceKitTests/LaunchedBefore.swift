import Foundation

@testable import QuiesceKit

/// The app that was launched in this process before the one that a test launches, such as a virtual
/// device's, whose test waits meanwhile: all that a launch puts in the place of another's.
@MainActor struct LaunchedBefore {
    private let application = UIApplication.running
    private let link = DaemonLink.current
    private let manifest = SceneManifest.current
    private let container = AppContainer.current
    private let tasks = BGTaskScheduler.current
    private let transfers = BackgroundTransfers.current
    private let soundLink = AVAudioSession.sharedInstance().state.withLock(\.link)

    /// It goes on.
    func restore() {
        UIApplication.running = application
        DaemonLink.current = link
        SceneManifest.current = manifest
        AppContainer.current = container
        BGTaskScheduler.current = tasks
        BackgroundTransfers.current = transfers
        AVAudioSession.sharedInstance().state.withLock { $0.link = soundLink }
    }
}
