import Foundation
import QuiesceWire

/// An interface in a file of the bundle, `NAME.json`: the views of one screen, in the form of a
/// scene's nodes, each with the class that it is made of (H4). `docs/views.md` describes it.
struct InterfaceFile: Decodable {
    /// A subclass of `UIViewController`, as `NSStringFromClass` gives it.
    var viewController: String?
    var view: Node

    struct Node: Decodable {
        /// As `NSStringFromClass` gives it, or one of the SDK's own by its bare name.
        var `class`: String?
        var identifier: String?
        var tag: Int?
        var frame: Scene.Frame
        /// `#RRGGBB` or `#RRGGBBAA`
        var background: String?
        var alpha: Double?
        var isHidden: Bool?
        var text: Text?
        var image: String?
        /// The parts of the frame that follow the superview, in the names of
        /// `UIView.AutoresizingMask`.
        var autoresizing: [String]?
        var children: [Node]?
    }

    /// As `Scene.Text`, all but the string left out at will.
    struct Text: Decodable {
        var string: String
        var size: Double?
        var color: String?
        var alignment: String?
    }
}

/// A problem of an interface file.
struct InterfaceError: Error, CustomStringConvertible {
    let description: String
    init(_ description: String) { self.description = description }
}

extension InterfaceFile {
    /// The interface file that Info.plist names; nil where it names none.
    @MainActor static func main() -> UIViewController? {
        guard let name = Bundle.main.object(forInfoDictionaryKey: "UIMainStoryboardFile") as? String
        else { return nil }
        return storyboard(name)
    }

    /// The controller of the file that stands for a storyboard; nil where there is none, as in apps
    /// that have the key from Xcode and make their views themselves. An app whose file is broken
    /// ends, with the reason on stderr.
    @MainActor static func storyboard(_ name: String) -> UIViewController? {
        guard FileManager.default.fileExists(atPath: path(name)) else {
            note(
                "the storyboard \(name) isn't shown: there is no \(name).json in the bundle (docs/views.md)"
            )
            return nil
        }
        return controller(name)
    }

    private static func path(_ name: String) -> String {
        "\(Bundle.main.bundlePath)/\(name).json"
    }

    /// The controller of the file called `name`.
    @MainActor static func controller(_ name: String) -> UIViewController {
        read(name) { file throws(InterfaceError) in try file.makeController(nibName: name) }
    }

    /// The view of the file called `name`.
    @MainActor static func view(_ name: String) -> UIView {
        read(name) { file throws(InterfaceError) in try file.view.make(depth: 1) }
    }

    @MainActor private static func read<Made>(
        _ name: String, _ make: (InterfaceFile) throws(InterfaceError) -> Made
    ) -> Made {
        do {
            return try make(InterfaceFile(contentsOf: path(name)))
        } catch {
            note("the interface file \(path(name)) can't be loaded: \(error)")
            exit(EX_CONFIG)
        }
    }

    init(contentsOf path: String) throws(InterfaceError) {
        guard let data = FileManager.default.contents(atPath: path) else {
            throw InterfaceError("there is no such file, or it can't be read; add it to the bundle")
        }
        do {
            self = try JSONDecoder().decode(Self.self, from: data)
        } catch let error as DecodingError {
            throw InterfaceError("\(error.explained)")
        } catch {
            throw InterfaceError("\(error)")
        }
    }

    /// The controller that the file names; it takes its view from the file.
    @MainActor func makeController(nibName: String) throws(InterfaceError) -> UIViewController {
        let name = viewController ?? "UIViewController"
        guard let type = Self.named(name) as? UIViewController.Type else {
            throw InterfaceError("\(name) names no UIViewController class")
        }
        guard let controller = type.init(coder: NSCoder()) else {
            throw InterfaceError("\(name) makes no controller of init?(coder:)")
        }
        controller.nibName = nibName
        return controller
    }

    static func named(_ name: String) -> AnyClass? {
        NSClassFromString(name.contains(".") ? name : "QuiesceKit.\(name)")
    }
}

extension DecodingError {
    /// The problem and its place in the file.
    fileprivate var explained: String {
        let context: Context
        switch self {
        case .typeMismatch(_, let found), .valueNotFound(_, let found), .keyNotFound(_, let found),
            .dataCorrupted(let found):
            context = found
        @unknown default: return "\(self)"
        }
        let place = context.codingPath.map { $0.intValue.map { "[\($0)]" } ?? ".\($0.stringValue)" }
        return place.isEmpty
            ? context.debugDescription : "\(context.debugDescription) (at \(place.joined()))"
    }
}
