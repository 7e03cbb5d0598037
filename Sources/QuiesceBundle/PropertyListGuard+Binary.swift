extension PropertyListGuard {
    /// Checks what Foundation doesn't: how many keys the root has, that none is there twice (which
    /// of them Foundation takes changes from one process to the next), and that every string and
    /// datum lies within the file (it takes the units of a UTF-16 string for bytes, and traps). It
    /// checks the rest.
    static func checkBinary(_ bytes: [UInt8]) throws(BundleError) {
        guard let list = BinaryPropertyList(bytes), (0..<list.objects).allSatisfy(list.isWhole)
        else {
            throw refusal("is a truncated or damaged binary property list; write it again")
        }
        guard let keys = list.keyCount(of: list.root) else {
            throw refusal("does not hold a dictionary; its root must be one")
        }
        if keys > BundleLimits.infoPlistKeys {
            throw refusal("has \(keys) keys, more than \(BundleLimits.infoPlistKeys)")
        }
        var seen: Set<String> = []
        for key in list.keys(of: list.root) where !seen.insert(key).inserted {
            throw refusal("has the key \"\(key.printable)\" twice; remove one")
        }
    }
}

/// As much of a binary property list's structure as is checked before Foundation reads it.
private struct BinaryPropertyList {
    private let bytes: [UInt8]
    let objects: Int
    let root: Int
    /// Where the table of the objects' starts begins, and the objects end.
    private let table: Int
    private let offsetWidth: Int
    private let referenceWidth: Int

    /// `nil` when the trailer can't be true.
    init?(_ bytes: [UInt8]) {
        // The last 32 bytes: …, offset width at 6, reference width at 7, then 8 bytes each: object
        // count, root, table's start.
        let trailer = bytes.count - 32
        guard trailer >= 8,
            case let offsetWidth = Int(bytes[trailer + 6]), (1...8).contains(offsetWidth),
            let objects = Self.number(in: bytes, at: trailer + 8, width: 8),
            let root = Self.number(in: bytes, at: trailer + 16, width: 8), root < objects,
            let table = Self.number(in: bytes, at: trailer + 24, width: 8), table < trailer,
            objects <= (trailer - table) / offsetWidth
        else { return nil }
        self.bytes = bytes
        self.objects = objects
        self.root = root
        self.table = table
        self.offsetWidth = offsetWidth
        referenceWidth = Int(bytes[trailer + 7])
    }

    /// Whether the object lies before the table, and all of it if it is a string or data.
    func isWhole(_ object: Int) -> Bool {
        guard let start = start(of: object) else { return false }
        guard let unit = Self.unitBytes(of: bytes[start]) else { return true }
        return contents(at: start).map { $0.count <= (table - $0.first) / unit } ?? false
    }

    /// How many keys the dictionary has; `nil` when it is none.
    func keyCount(of object: Int) -> Int? {
        start(of: object).flatMap { bytes[$0] >> 4 == 0xd ? contents(at: $0)?.count : nil }
    }

    /// Those keys of the dictionary that are strings.
    func keys(of dictionary: Int) -> [String] {
        guard let count = keyCount(of: dictionary),
            let first = start(of: dictionary).flatMap({ contents(at: $0) })?.first
        else { return [] }
        return (0..<count).compactMap { index in
            Self.number(in: bytes, at: first + index * referenceWidth, width: referenceWidth)
                .flatMap(string)
        }
    }

    private func string(_ object: Int) -> String? {
        guard object < objects, let start = start(of: object),
            let contents = contents(at: start), isWhole(object)
        else { return nil }
        switch bytes[start] >> 4 {
        case 0x5:
            return String(decoding: bytes[contents.first...].prefix(contents.count), as: UTF8.self)
        case 0x6:
            let units = stride(from: contents.first, to: contents.first + 2 * contents.count, by: 2)
            return String(
                decoding: units.map { UInt16(bytes[$0]) << 8 | UInt16(bytes[$0 + 1]) },
                as: UTF16.self)
        default: return nil
        }
    }

    private func start(of object: Int) -> Int? {
        let start = Self.number(in: bytes, at: table + object * offsetWidth, width: offsetWidth)
        return start.flatMap { $0 < table ? $0 : nil }
    }

    /// How many bytes, units or members the object there has, and where the first of them is. From
    /// 15 on, the count is an integer object of its own: 0x10 | log2(width), then its bytes.
    private func contents(at start: Int) -> (count: Int, first: Int)? {
        let nibble = Int(bytes[start] & 0xf)
        guard nibble == 0xf else { return (nibble, start + 1) }
        guard start + 1 < table, bytes[start + 1] >> 4 == 1, bytes[start + 1] & 0xf <= 3
        else { return nil }
        let width = 1 << Int(bytes[start + 1] & 0xf)
        return Self.number(in: bytes, at: start + 2, width: width).map { ($0, start + 2 + width) }
    }

    /// The bytes of a unit, for the kinds of object that are made of units; nil for the others.
    private static func unitBytes(of marker: UInt8) -> Int? {
        switch marker >> 4 {
        case 0x4, 0x5: 1  // data, ASCII
        case 0x6: 2  // UTF-16
        default: nil
        }
    }

    private static func number(in bytes: [UInt8], at start: Int, width: Int) -> Int? {
        guard (1...8).contains(width), start >= 0, start <= bytes.count - width else { return nil }
        return Int(exactly: bytes[start..<start + width].reduce(UInt64(0)) { $0 << 8 | UInt64($1) })
    }
}
