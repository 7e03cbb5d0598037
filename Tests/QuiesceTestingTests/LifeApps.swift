import Foundation
import Glibc
import QuiesceKit
import QuiesceTesting

/// Small apps of which each makes a mistake of its own, or does the same without it.
@MainActor enum Mistakes {
    static var areMade = true
}

/// It forgets `endBackgroundTask`, and has no expiration handler.
@MainActor final class ForgetfulApp: UIResponder, UIApplicationDelegate {
    func applicationDidEnterBackground(_ application: UIApplication) {
        let task = application.beginBackgroundTask(withName: "saving", expirationHandler: nil)
        Task {
            try await Task.sleep(for: .seconds(3), clock: .device)
            if !Mistakes.areMade { application.endBackgroundTask(task) }
        }
    }
}

/// Its expiration handler ends the task, and not the work.
@MainActor final class RestlessApp: UIResponder, UIApplicationDelegate {
    func applicationDidEnterBackground(_ application: UIApplication) {
        Export().begin(application)
    }

    /// Each has a task of its own.
    @MainActor private final class Export {
        private var task = UIBackgroundTaskIdentifier.invalid
        private var work: Task<Void, any Error>?

        func begin(_ application: UIApplication) {
            task = application.beginBackgroundTask(withName: "exporting") { [self] in
                if !Mistakes.areMade { work?.cancel() }
                application.endBackgroundTask(task)
            }
            work = Task {
                for _ in 1...1_000 { try await Task.sleep(for: .seconds(1), clock: .device) }
                application.endBackgroundTask(task)
            }
        }
    }
}

/// It is suspended with a lock on a database that it shares with its extension.
@MainActor final class LockingApp: UIResponder, UIApplicationDelegate {
    static let group = "group.org.example.notes"
    private var file: Int32 = -1

    func applicationDidEnterBackground(_ application: UIApplication) {
        guard
            let folder = FileManager.default.containerURL(
                forSecurityApplicationGroupIdentifier: Self.group)
        else { return }
        file = open(folder.appendingPathComponent("notes.db").path, O_CREAT | O_RDWR, 0o600)
        flock(file, LOCK_EX | LOCK_NB)
        if !Mistakes.areMade { giveBack() }
    }

    func applicationWillEnterForeground(_ application: UIApplication) { giveBack() }

    private func giveBack() {
        if file >= 0 { close(file) }
        file = -1
    }

    deinit { if file >= 0 { close(file) } }
}

/// Its main thread waits for an answer that comes on the main queue.
@MainActor final class WaitingApp: UIResponder, UIApplicationDelegate {
    /// Above the wait that is a mistake, and no longer than a test likes.
    private static let patience = 1.5

    func applicationDidBecomeActive(_ application: UIApplication) {
        let answer = DispatchSemaphore(value: 0)
        DispatchQueue.main.async { answer.signal() }
        if Mistakes.areMade { _ = answer.wait(timeout: .now() + Self.patience) }
    }
}
