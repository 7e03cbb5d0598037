import QuiesceCore

/// Which devices are accessories, as their owner has it in a file: a section each for a vendor and
/// product, and what they speak. What isn't in it is no accessory, whatever it says of itself.
///
/// ```
/// # A scale with an FTDI chip.
/// [0403:6001]
/// name = Kitchen scale
/// protocols = org.example.scale org.example.scale.v2
/// speed = 9600
/// ```
struct AccessoryMap: Sendable, Hashable {
    struct Entry: Sendable, Hashable {
        /// Four hexadecimal digits, lower case.
        var vendor: String
        var product: String
        /// Only of the device that says this serial number; nil: any.
        var serial: String?
        /// nil: as the device calls itself.
        var name: String?
        var protocols: [String] = []
        /// Bits a second; nil: the driver's.
        var speed: UInt32?
    }

    /// In the file's order: the first that fits counts.
    private(set) var entries: [Entry] = []
    /// The mistakes in the file, for the owner. A section with a mistake is left out.
    private(set) var mistakes: [String] = []

    init() {}

    init(_ text: String, from path: String) {
        var current: Entry?
        var isWrong = false
        func finish(_ line: Int) {
            guard let entry = current else { return }
            if !isWrong, entry.protocols.isEmpty {
                mistakes.append("\(path):\(line): \(entry.id) has no protocols; add some")
            } else if !isWrong {
                entries.append(entry)
            }
        }
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        for (index, line) in lines.enumerated() {
            let words = line.trimmed
            if words.isEmpty || words.hasPrefix("#") { continue }
            if words.hasPrefix("[") {
                finish(index)
                current = Entry(section: words)
                isWrong = current == nil
                if isWrong {
                    mistakes.append(
                        "\(path):\(index + 1): \"\(words)\" is no section; write one such as [0403:6001]"
                    )
                }
            } else if let problem = current?.take(words) {
                mistakes.append("\(path):\(index + 1): \(problem)")
                isWrong = true
            } else if current == nil, !isWrong {
                mistakes.append("\(path):\(index + 1): what is before the first section is ignored")
            }
        }
        finish(lines.count)
    }

    func entry(vendor: String, product: String, serial: String?) -> Entry? {
        entries.first {
            $0.vendor == vendor.lowercased() && $0.product == product.lowercased()
                && ($0.serial == nil || $0.serial == serial)
        }
    }
}

extension AccessoryMap.Entry {
    var id: String { "[\(vendor):\(product)\(serial.map { ":" + $0 } ?? "")]" }

    /// `[0403:6001]`, `[0403:6001:A50285BI]`
    fileprivate init?(section: some StringProtocol) {
        guard section.hasSuffix("]") else { return nil }
        let parts = section.dropFirst().dropLast().split(
            separator: ":", maxSplits: 2, omittingEmptySubsequences: false)
        guard parts.count >= 2,
            parts[..<2].allSatisfy({ $0.count == 4 && $0.allSatisfy(\.isHexDigit) })
        else { return nil }
        vendor = parts[0].lowercased()
        product = parts[1].lowercased()
        serial = parts.count == 3 ? String(parts[2]) : nil
    }

    /// - Returns: what is wrong with the line; nil: nothing.
    fileprivate mutating func take(_ line: some StringProtocol) -> String? {
        let parts = line.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2 else { return "expected a key, = and a value" }
        let value = parts[1].trimmed
        guard value.utf8.count <= Limits.accessoryTextBytes || parts[0].trimmed == "protocols"
        else { return "the value is longer than \(Limits.accessoryTextBytes) bytes" }
        switch parts[0].trimmed {
        case "name": name = String(value)
        case "protocols":
            let separators: Set<Character> = [" ", ",", "\t"]
            protocols = String(value).split { separators.contains($0) }.map(String.init)
            guard (1...Limits.accessoryProtocols).contains(protocols.count),
                protocols.allSatisfy({ $0.utf8.count <= Limits.accessoryTextBytes })
            else {
                return "an accessory speaks 1 to \(Limits.accessoryProtocols) protocols"
            }
        case "speed":
            guard let speed = UInt32(value), Terminal.code(speed) != nil else {
                return "\(value) is no speed of a terminal; use one such as 115200"
            }
            self.speed = speed
        case let key: return "\"\(key)\" is not known; known: name, protocols, speed"
        }
        return nil
    }
}

extension StringProtocol {
    /// Without white space around it.
    fileprivate var trimmed: SubSequence {
        guard let first = firstIndex(where: { !$0.isWhitespace }),
            let last = lastIndex(where: { !$0.isWhitespace })
        else { return self[endIndex...] }
        return self[first...last]
    }
}
