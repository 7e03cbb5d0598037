import Foundation
import Glibc
import QuiesceCore
import QuiesceLinux
import TOMLKit

/// A profile file: a flat TOML table of what an integrator changes in a policy profile.
public struct ProfileFile: Sendable {
    public let path: String
    public let values: [String: ProfileValue]
    private let lines: [String: Int]

    /// - Throws: `ConfigurationError` that names the file, the line and what was expected.
    public static func load(_ path: String) throws(ConfigurationError) -> ProfileFile {
        try ProfileFile(path: path, text: read(path))
    }

    /// The profile that it describes.
    /// - Throws: `ConfigurationError`: "FILE:LINE: KEY must be …".
    public func profile() throws(ConfigurationError) -> PolicyProfile {
        // In the file's order, so that the first mistake is reported.
        let keys = values.keys.sorted { (line(of: $0), $0) < (line(of: $1), $1) }
        do {
            return try PolicyProfile(overrides: keys.map { ($0, values[$0]!) })
        } catch {
            throw ConfigurationError(message: "\(path):\(line(of: error.key)): \(error)")
        }
    }

    private func line(of key: String) -> Int { lines[key] ?? 1 }

    init(path: String, text: String) throws(ConfigurationError) {
        let table: TOMLTable
        do {
            table = try TOMLTable(string: text)
        } catch let error as TOMLParseError {
            throw ConfigurationError(
                message: "\(path):\(error.source.begin.line): not TOML: \(error.description)")
        } catch {
            throw ConfigurationError(message: "\(path): not TOML: \(error)")
        }
        self.path = path
        lines = Self.lines(of: table.keys, in: text)
        var values: [String: ProfileValue] = [:]
        for (key, value) in table {
            guard let converted = Self.convert(value) else {
                throw ConfigurationError(
                    message:
                        "\(path):\(lines[key] ?? 1): \(key): expected a string, a number, a "
                        + "boolean or an array of strings, got \(value.type)")
            }
            values[key] = converted
        }
        self.values = values
    }

    private static func read(_ path: String) throws(ConfigurationError) -> String {
        let fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard fd >= 0 else {
            throw ConfigurationError(
                message: "can't read the profile \(path): \(describe(errno: errno))")
        }
        defer { close(fd) }
        let bytes: Data
        do {
            guard try Files.status(fd).st_mode & S_IFMT == S_IFREG else {
                throw ConfigurationError(message: "the profile \(path) isn't a file")
            }
            bytes = try Files.read(fd, limit: Limits.profileFileBytes + 1)
        } catch let error as SystemCallError {
            throw ConfigurationError(message: "can't read the profile \(path): \(error)")
        } catch let error as ConfigurationError {
            throw error
        } catch {
            throw ConfigurationError(message: "can't read the profile \(path): \(error)")
        }
        guard bytes.count <= Limits.profileFileBytes else {
            throw ConfigurationError(
                message: "the profile \(path) is over \(Limits.profileFileBytes) bytes")
        }
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw ConfigurationError(message: "the profile \(path) isn't UTF-8")
        }
        return text
    }

    /// The line on which each key is set: the parser tells it for syntax errors only.
    private static func lines(of keys: [String], in text: String) -> [String: Int] {
        var lines: [String: Int] = [:]
        let rows = text.split(separator: "\n", omittingEmptySubsequences: false)
        for (index, row) in rows.enumerated() {
            let words = row.split(whereSeparator: { " \t=[].\"'".contains($0) })
            guard let word = words.first.map(String.init), lines[word] == nil else { continue }
            if keys.contains(word) { lines[word] = index + 1 }
        }
        return lines
    }

    private static func convert(_ value: any TOMLValueConvertible) -> ProfileValue? {
        if let bool = value.bool { return .bool(bool) }
        if let integer = value.int { return .integer(Int64(integer)) }
        if let double = value.double { return .number(double) }
        if let string = value.string { return .string(string) }
        guard let array = value.array else { return nil }
        var strings: [String] = []
        for element in array {
            guard let string = element.string else { return nil }
            strings.append(string)
        }
        return .strings(strings)
    }
}

extension ProfileFile {
    /// The profile of that name, or of that file.
    /// - Throws: `ConfigurationError`.
    public static func profile(_ nameOrPath: String) throws(ConfigurationError) -> PolicyProfile {
        if let named = PolicyProfile.named.first(where: { $0.name == nameOrPath }) { return named }
        // A word that can't be meant as a file is a misspelt name.
        if !nameOrPath.contains("/"), !nameOrPath.contains("."), access(nameOrPath, F_OK) != 0 {
            let names = PolicyProfile.named.map(\.name).joined(separator: ", ")
            throw ConfigurationError(
                message: "no profile \(nameOrPath): choose one of \(names), or name a TOML file")
        }
        return try load(nameOrPath).profile()
    }
}

extension Limits {
    /// Bytes of a profile file. A complete one has under 4 KiB.
    public static let profileFileBytes = 65_536
}
