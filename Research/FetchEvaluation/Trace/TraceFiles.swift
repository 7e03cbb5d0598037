import Glibc

extension Trace {
    /// Reads a trace.
    ///
    /// - Parameters:
    ///   - opens: a CSV file with a header and the columns user, app, open_local, close_local.
    ///   - screen: one with user, start_local, end_local; nil: not known. Owners without opens in
    ///     it are passed over.
    public static func read(opens: String, screen: String?) throws(TraceError) -> Trace {
        var uses: [String: [String: [Span]]] = [:]
        var file = try TraceFile(
            opens, columns: ["user", "app", "open_local", "close_local"])
        while let row = try file.next() {
            uses[row[0], default: [:]][row[1], default: []].append(try file.span(row[2], row[3]))
        }
        if uses.isEmpty {
            throw .malformed(opens, line: file.line, "no opens; add a line for each")
        }
        var inUse: [String: [Span]] = [:]
        if let screen {
            file = try TraceFile(screen, columns: ["user", "start_local", "end_local"])
            while let row = try file.next() {
                inUse[row[0], default: []].append(try file.span(row[1], row[2]))
            }
        }
        let owners = uses.map { name, apps in
            Owner(
                name: name, apps: apps.map { Owner.App(name: $0.key, uses: $0.value) },
                screen: inUse[name] ?? [])
        }
        for owner in owners where owner.days.count > daysPerOwner {
            throw TraceError(
                kind: .malformed,
                message: "\(opens): the records of \(owner.name) span \(owner.days.count) days; "
                    + "correct the years, or cut them to \(daysPerOwner)")
        }
        return Trace(owners: owners.sorted { $0.name < $1.name })
    }

    /// Ten years: what is more is a mistyped year, and each day takes its time.
    private static let daysPerOwner = 3_660
}

/// The rows of one file, with the columns that are needed in the order in which they are asked for.
private struct TraceFile {
    private let path: String
    private let columns: [String]
    private var reader: CSVReader
    private var places: [Int] = []
    private(set) var line = 1

    init(_ path: String, columns: [String]) throws(TraceError) {
        self.path = path
        self.columns = columns
        reader = CSVReader(try Self.bytes(path), path: path)
        let header = try reader.next()
        for column in columns {
            guard let place = header?.fields.firstIndex(of: column) else {
                throw .malformed(
                    path, line: header?.line ?? 1,
                    "no column \(column); the first line must name "
                        + columns.joined(separator: ", "))
            }
            places.append(place)
        }
    }

    mutating func next() throws(TraceError) -> [String]? {
        guard let record = try reader.next() else { return nil }
        line = record.line
        var row: [String] = []
        for (column, place) in zip(columns, places) {
            guard place < record.fields.count, !record.fields[place].isEmpty else {
                throw .malformed(path, line: line, "no \(column); give the line all its columns")
            }
            row.append(record.fields[place])
        }
        return row
    }

    func span(_ start: String, _ end: String) throws(TraceError) -> Span {
        let span = Span(try time(start), try time(end))
        guard span.start <= span.end else {
            throw .malformed(
                path, line: line, "ends at \(end), before its start at \(start); swap or drop it")
        }
        return span
    }

    private func time(_ text: String) throws(TraceError) -> WallSeconds {
        guard let time = WallText.seconds(text) else {
            throw .malformed(path, line: line, "\"\(text)\" is no time; write \(WallText.form)")
        }
        return time
    }

    private static func bytes(_ path: String) throws(TraceError) -> [UInt8] {
        let file = open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { throw .unreadable(path, String(cString: strerror(errno))) }
        defer { close(file) }
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = read(file, &buffer, buffer.count)
            if count == 0 { return bytes }
            if count < 0, errno != EINTR {
                throw .unreadable(path, String(cString: strerror(errno)))
            }
            if count > 0 { bytes += buffer[..<count] }
        }
    }
}
