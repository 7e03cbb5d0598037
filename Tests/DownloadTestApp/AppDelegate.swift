import QuiesceURLSession
import UIKit

// Downloads as apps do it since iOS 7, with a background session. It says what its delegate is
// told.

func say(_ line: String) {
    FileHandle.standardOutput.write(Data((line + "\n").utf8))
}

@main
class AppDelegate: UIResponder, UIApplicationDelegate {
    func application(
        _ application: UIApplication,
        didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool {
        say("launched \(application.applicationState)")
        if let at = CommandLine.arguments.firstIndex(of: "--get"),
            let url = URL(string: CommandLine.arguments[at + 1])
        {
            DownloadManager.shared.download(url)
        }
        return true
    }

    func application(
        _ application: UIApplication, handleEventsForBackgroundURLSession identifier: String,
        completionHandler: @escaping () -> Void
    ) {
        say("events of \(identifier)")
        DownloadManager.shared.backgroundCompletionHandler = completionHandler
    }
}
