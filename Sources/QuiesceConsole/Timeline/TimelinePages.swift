import FlyingFox
import Foundation
import QuiesceCore
import QuiesceJournal
import QuiesceTerminal
import QuiesceTimeline
import QuiesceWire
import Synchronization

/// The timelines that pages have asked for. Each is at an address of its own that nobody guesses,
/// until newer ones take its place: a frame gives no key.
final class TimelinePages: Sendable {
    private struct Page {
        let path: String
        let bytes: Data
    }

    private let paths: DevicePaths
    private let pages = Mutex<[Page]>([])
    /// Whoever comes while one is drawn waits: it takes memory.
    private let drawing = DispatchQueue(label: "quiesce-console-timeline")

    init(of paths: DevicePaths) { self.paths = paths }

    /// Draws the device's journal up to now, whether the device runs or not.
    ///
    /// - Returns: the path of its address.
    func draw() async throws(Failure) -> String {
        let runs = (try? await ControlLine(paths).rows(.status)) != nil
        let drawn: Result<String, Failure> = await withCheckedContinuation { done in
            drawing.async { [self] in
                done.resume(returning: Result { () throws(Failure) in try newest(runs: runs) })
            }
        }
        return try drawn.get()
    }

    /// - Parameter runs: of a device that doesn't, the journal's end is the end.
    private func newest(runs: Bool) throws(Failure) -> String {
        let now = WallTime(nanoseconds: Int64(Date().timeIntervalSince1970 * 1_000) * 1_000_000)
        var timeline: Timeline
        do {
            timeline = try Timeline.journal(paths.journal, until: runs ? now : nil)
        } catch {
            throw .refused(oneLine(error.message))
        }
        timeline.title = "\(ProcessInfo.processInfo.hostName): \(paths.home)"
        let page = Page(
            path: "/timeline/\(Visitors.secret()).html",
            bytes: Data(timeline.page(zone: PageZone(.current, over: timeline.seconds))))
        pages.withLock { pages in
            pages.append(page)
            if pages.count > ConsoleLimits.timelines { pages.removeFirst() }
        }
        return page.path
    }

    /// - Returns: nil if there is none at that path, or none any more.
    func response(_ path: String) -> HTTPResponse? {
        guard let page = pages.withLock({ $0.first { $0.path == path } }) else { return nil }
        var headers = PageFiles.headers("text/html; charset=utf-8")
        // The page has a policy within it. Here it is shut off from the console: it tells names
        // that apps chose.
        headers[HTTPHeader("Content-Security-Policy")] =
            "sandbox allow-scripts allow-downloads; frame-ancestors 'self'"
        return HTTPResponse(statusCode: .ok, headers: headers, body: page.bytes)
    }
}
