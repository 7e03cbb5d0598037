import ExampleSupport
import Foundation

#if os(iOS)
    import UIKit
#else
    import QuiesceKit
#endif

/// The sins that it was told to commit.
final class SinsScreen: ExampleScreen {
    private let verdict = UILabel(.body, Look.card, .center)
    private let band = UIView(frame: .zero)
    private let list = RowList(frame: .zero)

    override func viewDidLoad() {
        super.viewDidLoad()
        title = "Misbehaving"
        view.add(band, verdict, list)
    }

    override func fill(_ area: CGRect) {
        let sins = Self.sins(CommandLine.arguments.dropFirst())
        verdict.text = sins.isEmpty ? "It behaves" : "It was told to do wrong"
        band.backgroundColor = sins.isEmpty ? Look.green : Look.red

        var area = area
        band.frame = area.cut(56)
        verdict.frame = band.frame
        _ = area.cut(12)
        list.frame = area
        list.show(sins.isEmpty ? [.init("No sin was asked for", "Each option names one")] : sins)
    }

    /// Each option with its value.
    private static func sins(_ arguments: ArraySlice<String>) -> [RowList.Row] {
        arguments.reduce(into: []) { rows, word in
            if word.hasPrefix("--") {
                rows.append(.init(word.dropFirst(2).replacingOccurrences(of: "-", with: " ")))
            } else if let last = rows.popLast() {
                rows.append(last.with(note: word))
            }
        }
    }
}
