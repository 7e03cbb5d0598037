import Foundation

/// The launch arguments; where there are none, those of the last launch that had some.
///
/// The system launches an app without any, for a transfer or a fetch, and the app is then to go on
/// with what the user told it. They are kept in `Documents/arguments.json`; a failure of that is
/// said on stderr.
public func lastArguments(
    _ given: [String] = Array(CommandLine.arguments.dropFirst())
) -> [String] {
    guard let file = documentsFolder?.appendingPathComponent("arguments.json") else { return given }
    guard !given.isEmpty else {
        return (try? JSONDecoder().decode([String].self, from: Data(contentsOf: file))) ?? []
    }
    do {
        try JSONEncoder().encode(given).write(to: file, options: .atomic)
    } catch {
        try? FileHandle.standardError.write(
            contentsOf: Data("\(file.path): \(error.localizedDescription)\n".utf8))
    }
    return given
}
