import Foundation

// derive ROOT TARGET…: writes the folder `Derived` of each target in ROOT/Sources.
let arguments = CommandLine.arguments.dropFirst()
guard let root = arguments.first, arguments.count > 1 else {
    print("usage: derive ROOT TARGET…")
    exit(64)
}
let core = ["QuiesceVocabulary", "QuiesceCore"]
var failed = false
for target in arguments.dropFirst() {
    let folder = "\(root)/Sources/\(target)"
    let derived = "\(folder)/Derived"
    var files: [String: String] = [:]
    let names = FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String } ?? []
    for name in names.sorted() where name.hasSuffix(".swift") && !name.hasPrefix("Derived/") {
        let source = try String(contentsOfFile: "\(folder)/\(name)", encoding: .utf8)
        guard source.contains("// derive:") else { continue }
        let finder = Finder(file: name, source: source)
        // The core's results are fingerprinted, and their types are in both targets of `core`.
        let mixed = core.contains(target) ? finder.found.filter(\.mixesWords) : []
        let complaints =
            finder.complaints
            + mixed.map {
                "\(name): json: words: values of \($0.name) may be fingerprinted, and some different ones would have the same"
            }
        for complaint in complaints {
            print(complaint)
            failed = true
        }
        let base = (name as NSString).lastPathComponent
        let text = finder.found.map(\.swift).joined(separator: "\n\n")
        // The core re-exports the vocabulary, where a sink is.
        let own = core.contains(target) ? [] : ["QuiesceVocabulary"]
        let imports = Set(finder.imports + own).sorted().map { "import \($0)\n" }.joined()
        files[base] =
            "// Derived from \(name) by scripts/derive. Change that, and run it.\n\n"
            + (imports.isEmpty ? "" : imports + "\n") + text + "\n"
    }
    try? FileManager.default.removeItem(atPath: derived)
    guard !files.isEmpty else { continue }
    try FileManager.default.createDirectory(
        atPath: derived, withIntermediateDirectories: true)
    for (name, text) in files {
        let place = "\(derived)/\((name as NSString).deletingPathExtension)+Derived.swift"
        try text.write(toFile: place, atomically: true, encoding: .utf8)
    }
}
exit(failed ? 1 : 0)
