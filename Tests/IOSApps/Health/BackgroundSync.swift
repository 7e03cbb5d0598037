import BackgroundTasks
import Foundation

/// When the app works while nobody looks. Isolated to nothing, as most classes of apps are.
class BackgroundSync {
    static let refresh = "org.quiesce.tests.health.refresh"
    static let upload = "org.quiesce.tests.health.upload"

    private let store: ReadingStore
    private let uploads: SummaryUploads

    init(store: ReadingStore, uploads: SummaryUploads) {
        self.store = store
        self.uploads = uploads
    }

    func register() {
        let scheduler = BGTaskScheduler.shared
        scheduler.register(forTaskWithIdentifier: Self.refresh, using: .main) { task in
            guard let task = task as? BGAppRefreshTask else { return }
            self.handle(refresh: task)
        }
        scheduler.register(forTaskWithIdentifier: Self.upload, using: .main) { task in
            guard let task = task as? BGProcessingTask else { return }
            self.handle(upload: task)
        }
    }

    func schedule() {
        submit(BGAppRefreshTaskRequest(identifier: Self.refresh))
        let upload = BGProcessingTaskRequest(identifier: Self.upload)
        upload.requiresNetworkConnectivity = true
        upload.requiresExternalPower = true
        submit(upload)
    }

    private func submit(_ request: BGTaskRequest) {
        do {
            try BGTaskScheduler.shared.submit(request)
        } catch BGTaskScheduler.Error.unavailable {
            say("background refresh is off")
        } catch {
            say("not submitted: \(error.localizedDescription)")
        }
    }

    /// Asks for the steps since the last time, as of HKHealthStore.
    private func handle(refresh task: BGAppRefreshTask) {
        schedule()
        task.expirationHandler = { task.setTaskCompleted(success: false) }
        store.add(steps: 250)
        let isSaved = store.save()
        say("read \(store.steps)\(isSaved ? "" : " and not saved")")
        task.setTaskCompleted(success: isSaved)
    }

    private func handle(upload task: BGProcessingTask) {
        schedule()
        task.expirationHandler = { task.setTaskCompleted(success: false) }
        say("sending \(uploads.send())")
        // The system carries on with the uploads after the task has ended.
        task.setTaskCompleted(success: true)
    }
}
