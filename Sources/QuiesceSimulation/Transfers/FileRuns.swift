/// One version of a file on a simulated server. Its bytes aren't kept: each is known by its place.
struct FileVersion: Hashable {
    /// Unique in the world; 0: what a power cut leaves where nothing was written down.
    var number: UInt64
    var length: UInt64

    static let garbage = FileVersion(number: 0, length: 0)
}

/// A file's content: runs of bytes, each of one version and from one place in it.
struct FileRuns: Hashable {
    struct Run: Hashable {
        var version: FileVersion
        /// Where in the version it begins.
        var start: UInt64
        var count: UInt64
    }

    private(set) var runs: [Run] = []
    private(set) var count: UInt64 = 0

    mutating func append(_ run: Run) {
        guard run.count > 0 else { return }
        count += run.count
        if let last = runs.last, last.version == run.version, last.start + last.count == run.start {
            runs[runs.count - 1].count += run.count
        } else {
            runs.append(run)
        }
    }

    /// Cuts off what is behind the first `kept` bytes.
    mutating func truncate(to kept: UInt64) {
        while count > kept, let last = runs.popLast() {
            count -= last.count
            if count < kept {
                append(Run(version: last.version, start: last.start, count: kept - count))
            }
        }
    }

    /// The version that it is, every byte in its place; nil: it is none.
    var wholeVersion: FileVersion? {
        guard let only = runs.first, runs.count == 1, only.start == 0,
            only.count == only.version.length
        else { return nil }
        return only.version
    }
}

extension FileRuns: CustomStringConvertible {
    var description: String {
        runs.map { "\($0.start)..<\($0.start + $0.count) of version \($0.version.number)" }
            .joined(separator: ", ")
    }
}
