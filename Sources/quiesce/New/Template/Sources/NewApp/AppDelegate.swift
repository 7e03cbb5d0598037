import BackgroundTasks
import Foundation
import UIKit

/// Hears what becomes of the app. `quiesce run` shows what it prints.
@main
final class AppDelegate: UIResponder, UIApplicationDelegate {
    /// One of those that Info.plist permits (BGTaskSchedulerPermittedIdentifiers).
    static let refresh = "org.example.NewApp.refresh"

    /// Where it keeps its counts. A test gives it a folder of its own.
    var folder = FileManager.default.urls(for: .documentDirectory, in: .userDomainMask)[0]
    private(set) var counts = Counts()

    func application(
        _ application: UIApplication,
        didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool {
        counts = Counts(savedIn: folder)
        counts.launches += 1
        print("launched: \(counts.sentence)")
        // In each launch, before this returns: it may be a launch for nothing but this task.
        BGTaskScheduler.shared.register(forTaskWithIdentifier: Self.refresh, using: .main) { task in
            // It is called on the main queue, as asked for.
            MainActor.assumeIsolated { self.refresh(task) }
        }
        return true
    }

    /// The user has left the app. A moment after this has returned it is suspended: its process
    /// stays, and executes nothing until the user comes back or the system wakes it.
    func leave() {
        askForRefresh()
        // This has the system wait a while, for what takes longer than a moment.
        let application = UIApplication.shared
        var saving = UIBackgroundTaskIdentifier.invalid
        let end = {
            application.endBackgroundTask(saving)
            saving = .invalid
        }
        // An app that hasn't ended its task when the time is up is killed.
        saving = application.beginBackgroundTask(withName: "save") { end() }
        Task {
            save()
            end()
        }
    }

    /// Asks for one refresh, when the system finds the moment good.
    private func askForRefresh() {
        do {
            try BGTaskScheduler.shared.submit(BGAppRefreshTaskRequest(identifier: Self.refresh))
        } catch {
            print("no refresh: \(error.localizedDescription)")
        }
    }

    /// The system has woken or launched the app behind the user's back. It has half a minute.
    private func refresh(_ task: BGTask) {
        let work = Task {
            // Look here for what is new.
            counts.refreshes += 1
            print("refreshed: \(counts.sentence)")
            save()
            askForRefresh()
            task.setTaskCompleted(success: !Task.isCancelled)
        }
        // The time is nearly over.
        task.expirationHandler = { @Sendable in work.cancel() }
    }

    /// A suspended process may be ended at any time, without a word: then only files are left.
    private func save() {
        do {
            try counts.save(in: folder)
            print("saved")
        } catch {
            print("not saved: \(error.localizedDescription)")
        }
    }
}
