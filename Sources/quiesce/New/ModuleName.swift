import QuiesceCore
import QuiesceTerminal

/// The name of a new app: its program, its Swift module and, with "Tests" behind it, the module of
/// its tests.
struct ModuleName: Hashable {
    let text: String

    /// Characters of a name: with more, lines of the sources would be over 100 columns.
    static let mostCharacters = 30

    /// - Throws: exit code 64, with a name that would do.
    init(_ text: String) throws(Failure) {
        if let fault = Self.fault(of: text) {
            let better = Self.nearest(to: text)
            throw .usage(
                "\"\(oneLine(text))\" can't be an app's name: \(fault); \(better) would do")
        }
        self.text = text
    }

    /// The id that it gets unless another is given.
    var exampleID: AppID {
        let word = String(text.map { $0 == "_" ? "-" : $0 })
        let last = word.drop { $0 == "-" }
        // Letters, digits and hyphens, of which it begins with none.
        return AppID("org.example.\(last.isEmpty ? "App" : String(last))")
            ?? AppID("org.example.App")!  // A constant that is one.
    }

    private static func fault(of text: String) -> String? {
        if text.isEmpty { return "it is empty" }
        if !text.allSatisfy(isPart) {
            return "only the letters A to Z, digits and _ may be in it"
        }
        if text.first?.isNumber == true { return "a Swift identifier begins with no digit" }
        if text.allSatisfy({ $0 == "_" }) { return "a letter is to be in it" }
        if text.count > mostCharacters { return "it is longer than \(mostCharacters) characters" }
        if keywords.contains(text) { return "it is a word of the language Swift" }
        if isTaken(text) { return "a module of that name is there already" }
        return nil
    }

    private static func isPart(_ character: Character) -> Bool {
        character.isASCII && (character.isLetter || character.isNumber || character == "_")
    }

    private static func isTaken(_ text: String) -> Bool {
        modules.contains(text) || text.hasPrefix("Quiesce") || text.hasPrefix("CQuiesce")
    }

    /// The name that was meant: "my app" is MyApp, "2048" is App2048.
    static func nearest(to text: String) -> String {
        let words = text.split { !isPart($0) }
        let joined =
            words.count == 1 && words[0].count == text.count
            ? text : words.map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
        var name = String(joined.drop { $0 == "_" }.prefix(mostCharacters - 3))
        if name.isEmpty { return "MyApp" }
        if name.first?.isNumber == true { name = "App" + name }
        return fault(of: name) == nil ? name : "My" + name.prefix(1).uppercased() + name.dropFirst()
    }

    /// Words that can't be a module's name without quotes.
    private static let keywords: Set<String> = [
        "Any", "Protocol", "Self", "Type", "as", "associatedtype", "await", "break", "case",
        "catch", "class",
        "continue", "default", "defer", "deinit", "do", "else", "enum", "extension", "fallthrough",
        "false", "fileprivate", "for", "func", "guard", "if", "import", "in", "init", "inout",
        "internal", "is", "let", "nil", "operator", "precedencegroup", "private", "protocol",
        "public", "repeat", "rethrows", "return", "self", "static", "struct", "subscript", "super",
        "switch", "throw", "throws", "true", "try", "typealias", "var", "where", "while",
    ]

    /// Modules that the app or Quiesce imports, and main, as which the compiler knows a program
    /// without a name.
    private static let modules: Set<String> = [
        "AVFAudio", "AVFoundation", "BackgroundTasks", "CoreBluetooth", "CoreLocation",
        "CoreMotion",
        "Crypto", "Dispatch", "ExternalAccessory", "Foundation", "FoundationEssentials",
        "FoundationNetworking", "Glibc", "MediaPlayer", "Observation", "PushKit", "Swift",
        "Synchronization", "Testing", "UIKit", "UserNotifications", "XCTest", "main",
    ]
}
