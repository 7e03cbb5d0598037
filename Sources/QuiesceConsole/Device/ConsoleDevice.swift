import QuiesceWire

/// A device that the console shows.
struct ConsoleDevice: Sendable {
    let feed: DeviceFeed
    let timelines: TimelinePages

    init(_ paths: DevicePaths) {
        feed = DeviceFeed(paths)
        timelines = TimelinePages(of: paths)
    }
}
