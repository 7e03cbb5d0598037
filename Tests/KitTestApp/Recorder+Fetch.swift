import Foundation
import QuiesceKit
import Synchronization

/// The task that the recorder was woken for last.
private let task = Mutex<BGTask?>(nil)

private func sayPending(_ requests: [BGTaskRequest]) {
    let words = requests.map {
        "\($0.identifier)\($0 is BGProcessingTaskRequest ? " processing" : "")"
            + ($0.earliestBeginDate.map { " \(Int($0.timeIntervalSince1970))" } ?? "")
    }
    say("pending \(words.joined(separator: ", "))")
}

// The recorder's requests for background fetches and tasks.
extension Recorder {
    /// `--tasks A,B`: registers handlers for these, on a queue of the system's.
    func registerTasks() {
        recordRefusals()
        let arguments = CommandLine.arguments
        guard let at = arguments.firstIndex(of: "--tasks"), at + 1 < arguments.count else { return }
        for name in arguments[at + 1].split(separator: ",") { register(String(name), .global()) }
    }

    private func recordRefusals() {
        _ = NotificationCenter.default.addObserver(
            forName: BGTaskScheduler.requestRefusedNotification, object: nil, queue: nil
        ) { notification in
            let info = notification.userInfo
            let request = info?[BGTaskScheduler.refusedRequestUserInfoKey] as? BGTaskRequest
            let error = info?[BGTaskScheduler.errorUserInfoKey] as? BGTaskScheduler.Error
            say("refused \(request?.identifier ?? "none") \(error.map { "\($0.code)" } ?? "none")")
        }
        _ = NotificationCenter.default.addObserver(
            forName: UIApplication.minimumBackgroundFetchIntervalRefusedNotification, object: nil,
            queue: nil
        ) { _ in say("interval refused") }
    }

    nonisolated private func register(_ name: String, _ queue: DispatchQueue?) {
        let isRegistered = BGTaskScheduler.shared.register(
            forTaskWithIdentifier: name, using: queue
        ) { begun in
            task.withLock { $0 = begun }
            let kind = begun is BGProcessingTask ? "processing" : "refresh"
            say("task \(kind) \(begun.identifier)")
        }
        say("handler \(name) \(isRegistered)")
    }

    /// - Returns: false, if it is another's command.
    nonisolated func obeyFetch(_ words: [Substring]) -> Bool {
        let rest = words.dropFirst().map(String.init)
        switch words.first {
        case "interval":
            let interval =
                switch rest[0] {
                case "never": UIApplication.backgroundFetchIntervalNever
                case "minimum": UIApplication.backgroundFetchIntervalMinimum
                case _: Double(rest[0]) ?? .nan
                }
            DispatchQueue.main.sync { @Sendable in
                MainActor.assumeIsolated {
                    UIApplication.shared.setMinimumBackgroundFetchInterval(interval)
                }
            }
        case "registerTask": register(rest[0], nil)
        case "refresh": submit(BGAppRefreshTaskRequest(identifier: rest[0]), rest)
        case "processing":
            let request = BGProcessingTaskRequest(identifier: rest[0])
            request.requiresNetworkConnectivity = rest.contains("network")
            request.requiresExternalPower = rest.contains("power")
            submit(request, rest)
        case "cancelTask": BGTaskScheduler.shared.cancel(taskRequestWithIdentifier: rest[0])
        case "cancelTasks": BGTaskScheduler.shared.cancelAllTaskRequests()
        case "pending":
            BGTaskScheduler.shared.getPendingTaskRequests { sayPending($0) }
        case "awaitPending":
            Task { sayPending(await BGTaskScheduler.shared.pendingTaskRequests()) }
        case "handleExpiration":
            task.withLock { $0 }?.expirationHandler = {
                say("task expired")
                task.withLock { $0 }?.setTaskCompleted(success: false)
            }
            say("handles expiration")
        case "completeTask":
            task.withLock { $0 }?.setTaskCompleted(success: rest[0] == "true")
            say("task completed")
        case _: return false
        }
        return true
    }

    nonisolated private func submit(_ request: BGTaskRequest, _ words: [String]) {
        request.earliestBeginDate = words.compactMap { Double($0) }.first.map {
            Date(timeIntervalSince1970: $0)
        }
        do {
            try BGTaskScheduler.shared.submit(request)
            say("submitted")
        } catch BGTaskScheduler.Error.notPermitted {
            say("not permitted")
        } catch BGTaskScheduler.Error.unavailable {
            say("unavailable")
        } catch {
            say("refused: \(error.localizedDescription)")
        }
    }
}
