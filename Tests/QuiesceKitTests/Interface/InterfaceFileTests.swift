import Foundation
import TestSupport
import Testing

@testable import QuiesceKit

/// Interfaces in files.
@MainActor @Suite(.behaviour("H4")) struct InterfaceFileTests {
    private static let good = """
        {"viewController": "UIViewController",
         "view": {"frame": {"x": 0, "y": 0, "width": 320, "height": 568}, "background": "#FFFFFF",
          "children": [
            {"class": "UILabel", "identifier": "count", "tag": 7, "alpha": 0.5,
             "frame": {"x": 10, "y": 20, "width": 300, "height": 40},
             "autoresizing": ["flexibleWidth", "flexibleBottomMargin"],
             "text": {"string": "0", "size": 36, "color": "#FF000080", "alignment": "center"}},
            {"class": "UIButton", "isHidden": true,
             "frame": {"x": 0, "y": 100, "width": 100, "height": 40},
             "text": {"string": "Press"}}]}}
        """

    @Test("The views of a file are made as it says, each of its class")
    func views() throws {
        let view = try Self.file(Self.good).view.make(depth: 1)
        #expect(view.frame == CGRect(x: 0, y: 0, width: 320, height: 568))
        #expect(view.backgroundColor == .white)
        let label = try #require(
            view.first { $0.accessibilityIdentifier == "count" } as? UILabel)
        #expect(label === view.viewWithTag(7))
        #expect(label.text == "0")
        #expect(label.font.pointSize == 36)
        #expect(label.textColor.hex == "#FF000080")
        #expect(label.textAlignment == .center)
        #expect(label.alpha == 0.5)
        #expect(label.autoresizingMask == [.flexibleWidth, .flexibleBottomMargin])
        let button = try #require(view.subviews.last as? UIButton)
        #expect(button.currentTitle == "Press")
        #expect(button.isHidden)
    }

    @Test("The controller is of the class that the file names")
    func controller() throws {
        let controller = try Self.file(Self.good).makeController(nibName: "Main")
        #expect(type(of: controller) == UIViewController.self)
        #expect(controller.nibName == "Main")
        #expect(!controller.isViewLoaded)
    }

    @Test(
        "What is wrong with a file is said, with its place",
        arguments: [
            ("", "JSON"), ("{\"view\":{}}", "(at .view)"),
            (view("\"class\":\"UINothing\""), "UINothing names no UIView class"),
            (view("\"class\":\"UIWindow\""), "UIWindow names no UIView class"),
            (view("\"class\":\"UIViewController\""), "names no UIView class"),
            (view("\"background\":\"red\""), "red is no colour"),
            (view("\"text\":{\"string\":\"a\"}"), "has no text"),
            (view("\"class\":\"UIImageView\",\"image\":\"none.png\""), "no image none.png"),
            (view("\"autoresizing\":[\"wide\"]"), "wide is no way of autoresizing"),
            (
                view("\"class\":\"UILabel\",\"text\":{\"string\":\"a\",\"alignment\":\"top\"}"),
                "not top"
            ),
            (nested(70), "deep"),
        ])
    func wrong(json: String, problem: String) throws {
        let error = #expect(throws: InterfaceError.self) {
            _ = try Self.file(json).view.make(depth: 1)
        }
        #expect(error?.description.contains(problem) == true, "\(error?.description ?? "none")")
    }

    @Test("A file that isn't there, and a controller that is no controller, are errors")
    func missing() throws {
        #expect(throws: InterfaceError.self) { try InterfaceFile(contentsOf: "/nowhere.json") }
        let file = try Self.file(
            Self.good.replacingOccurrences(of: "\"UIViewController\"", with: "\"UILabel\""))
        #expect(throws: InterfaceError.self) { try file.makeController(nibName: "Main") }
    }

    private nonisolated static let frame = "\"frame\":{\"x\":0,\"y\":0,\"width\":1,\"height\":1}"

    private nonisolated static func view(_ fields: String) -> String {
        "{\"view\":{\(frame),\(fields)}}"
    }

    private nonisolated static func nested(_ depth: Int) -> String {
        var node = "{\(frame)}"
        for _ in 1..<depth { node = "{\(frame),\"children\":[\(node)]}" }
        return "{\"view\":\(node)}"
    }

    private static func file(_ json: String) throws -> InterfaceFile {
        let url = FileManager.default.temporaryDirectory.appendingPathComponent(
            "interface-\(UUID()).json")
        try Data(json.utf8).write(to: url)
        defer { try? FileManager.default.removeItem(at: url) }
        return try InterfaceFile(contentsOf: url.path)
    }
}
