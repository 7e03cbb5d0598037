import CQuiesceLinux
import Foundation
import Glibc
import QuiesceClient
import QuiesceTerminal
import QuiesceWire

/// Follows what one launch of an app prints until its process is gone.
///
/// It waits for two things at once and polls for neither: the file to grow (inotify) and the device
/// to log that the app isn't running any more.
final class OutputFollower {
    private let paths: DevicePaths
    private let app: String
    private let decisions: ControlClient
    private let inotify: Int32

    /// Begins to listen for the app's end; to be made before the app is opened, so that no end is
    /// missed.
    init(paths: DevicePaths, app: String) throws {
        self.paths = paths
        self.app = app
        decisions = try ControlClient(paths: paths)
        inotify = inotify_init1(Int32(IN_CLOEXEC) | Int32(IN_NONBLOCK))
        guard inotify >= 0 else { throw Failure.refused("could not watch files: \(reason(errno))") }
        try decisions.send(.log(app: app, follow: true, limit: 0))
    }

    deinit { if inotify >= 0 { close(inotify) } }

    /// Prints the launch's output from `start` on; returns when its process is gone.
    func follow(_ location: OutputLocation, from start: off_t = 0) throws {
        let file = try OutputFile(path: location.path, from: start)
        guard inotify_add_watch(inotify, location.path, UInt32(IN_MODIFY)) >= 0 else {
            throw Failure.refused("could not watch \(location.path): \(reason(errno))")
        }
        // It may have ended before the watch began.
        var isOver = try isGone(location.launch)
        while true {
            file.drain()
            if isOver { return }
            var events = [
                pollfd(fd: inotify, events: Int16(POLLIN), revents: 0),
                pollfd(fd: decisions.socket, events: Int16(POLLIN), revents: 0),
            ]
            if poll(&events, 2, -1) < 0 { continue }  // EINTR
            if events[0].revents != 0 { discardEvents() }
            if events[1].revents != 0 {
                switch try decisions.receive() {
                case .item(let text):
                    let row: LogRow = try decodeRow(text)
                    if row.to == "notRunning" { isOver = try isGone(location.launch) }
                case .refused(let refusal): throw Failure.refused(oneLine(refusal.message))
                case .done, .end: isOver = true
                }
            }
        }
    }

    private func isGone(_ launch: UInt64) throws -> Bool {
        let rows = try ControlClient(paths: paths).rows(.ps, as: ProcessRow.self)
        guard let row = rows.first(where: { $0.id == app }) else { return true }
        return row.state == "notRunning" || row.launch != launch
    }

    private func discardEvents() {
        var buffer = [UInt8](repeating: 0, count: 4_096)
        while read(inotify, &buffer, buffer.count) > 0 {}
    }
}
