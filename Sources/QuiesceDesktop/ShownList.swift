import Foundation

/// Our notifications that the desktop shows, by the numbers that its server gave, kept in a file: a
/// daemon that starts anew knows which of them is chosen, and replaces those that it shows again.
struct ShownList {
    struct Entry: Equatable {
        var id: UInt64
        var number: UInt32
        /// The server's unique name, which no other has while this bus lives.
        var owner: String
    }

    /// Oldest first.
    private(set) var entries: [Entry] = []
    /// The identity of the bus that the owners' names are of.
    private var bus: String?
    private let path: String?

    /// - Parameter path: the file; nil: nothing is kept.
    init(path: String?) {
        self.path = path
        guard let path, let file = FileHandle(forReadingAtPath: path),
            let bytes = try? file.read(upToCount: DesktopLimits.memoryBytes)
        else { return }
        try? file.close()
        var lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n")[...]
        bus = lines.popFirst().map(String.init)
        for line in lines.suffix(DesktopLimits.shown) {
            let fields = line.split(separator: " ")
            guard fields.count == 3, let id = UInt64(fields[0]), let number = UInt32(fields[1])
            else { continue }
            entries.append(Entry(id: id, number: number, owner: String(fields[2])))
        }
    }

    subscript(id: UInt64) -> Entry? { entries.first { $0.id == id } }

    /// The notification that a signal is about; nil when it isn't ours, or the signal's sender
    /// doesn't show it.
    func entry(number: UInt32, from sender: String?) -> Entry? {
        entries.first { $0.number == number && $0.owner == sender }
    }

    /// Forgets everything unless this is the bus that it is of.
    ///
    /// - Returns: what it forgets.
    mutating func connected(to identity: String?) -> [Entry] {
        guard identity == nil || identity != bus else { return [] }
        bus = identity
        let gone = entries
        entries = []
        save()
        return gone
    }

    mutating func put(_ entry: Entry) {
        entries.removeAll {
            $0.id == entry.id || ($0.number == entry.number && $0.owner == entry.owner)
        }
        entries.append(entry)
        if entries.count > DesktopLimits.shown { entries.removeFirst() }
        save()
    }

    mutating func remove(_ id: UInt64) {
        guard let index = entries.firstIndex(where: { $0.id == id }) else { return }
        entries.remove(at: index)
        save()
    }

    /// Removes the notifications of a server that has gone, and returns them.
    mutating func remove(of owner: String) -> [Entry] {
        let gone = entries.filter { $0.owner == owner }
        entries.removeAll { $0.owner == owner }
        save()
        return gone
    }

    /// In one step. It needn't survive more than the bus does, so it isn't synced; without it a
    /// notification may be seen twice.
    private func save() {
        guard let path else { return }
        guard let bus, !entries.isEmpty else {
            try? FileManager.default.removeItem(atPath: path)
            return
        }
        let lines = entries.map { "\($0.id) \($0.number) \($0.owner)" }
        try? Data(([bus] + lines).joined(separator: "\n").utf8)
            .write(to: URL(fileURLWithPath: path), options: .atomic)
    }
}
