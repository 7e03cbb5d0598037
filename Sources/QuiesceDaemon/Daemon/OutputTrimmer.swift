import CQuiesceLinux
import Glibc
import QuiesceCore
import QuiesceShell

/// Keeps what apps print within bounds: an app's file is looked at when the app stops executing,
/// and once a second while it executes. While no app executes, nothing wakes up.
///
/// Belongs to the loop's thread; the files are cut on the worker.
final class OutputTrimmer {
    private let files: OutputFiles
    private let loop: EventLoop
    private let worker: Worker
    private var timer: PeriodicTimer!
    private var executing: Set<ProcessKey> = []
    /// The worker is still at it; it may be copying a bundle first.
    private var isTrimming = false

    /// Begins with what apps have printed since the last daemon looked.
    init(_ files: OutputFiles, loop: EventLoop, worker: Worker) throws {
        self.files = files
        self.loop = loop
        self.worker = worker
        timer = try PeriodicTimer(loop: loop) { [unowned self] in tick() }
        worker.submit { files.trim() }
    }

    /// Follows an app's state.
    func note(_ decision: Decision) {
        guard let app = decision.app, let launch = decision.launch, let state = decision.to else {
            return
        }
        let key = ProcessKey(app: app, launch: launch)
        switch state {
        case .inactive, .active, .background:
            if executing.insert(key).inserted, executing.count == 1 { timer.start() }
        case .suspended, .notRunning:
            guard executing.remove(key) != nil else { return }
            if executing.isEmpty { timer.stop() }
            worker.submit { [files] in files.trim(key) }
        }
    }

    private func tick() {
        guard !isTrimming else { return }
        isTrimming = true
        let keys = executing
        loop.perform(on: worker) { [files] in
            for key in keys { files.trim(key) }
        } then: { [unowned self] in
            isTrimming = false
        }
    }
}
