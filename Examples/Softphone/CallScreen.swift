import ExampleSupport
import Foundation
import QuiesceKit

/// A caller, with the keys to answer and to hang up; the state of the line, while nobody calls.
final class CallScreen: ExampleScreen {
    enum Call { case none, rings, answered, on }

    private static let handset = [
        "hhh      ", "hhhh     ", "hhh      ", "hhh      ", " hhh     ", "  hhh h  ", "   hhhhhh",
        "    hhhhh", "      hh ",
    ]

    var answer: () -> Void = {}
    var end: () -> Void = {}
    var line = "Not registered" { didSet { changed() } }
    var call = Call.none { didSet { changed() } }
    private var caller = ""
    private let card = UIView(frame: .zero)
    private let handset = Mosaic(frame: .zero)
    private let name = UILabel(.body, Look.ink, .center)
    private let state = UILabel(.small, Look.faint, .center)
    private lazy var yes = UIButton("Answer", Look.green) { [unowned self] in answer() }
    private lazy var no = UIButton("", Look.red) { [unowned self] in end() }

    override func viewDidLoad() {
        super.viewDidLoad()
        title = "Softphone"
        view.add(card, handset, name, state, yes, no)
    }

    /// - Parameter caller: as in a header: `"Ann" <sip:ann@example.org>;tag=1`
    func ring(_ caller: String) {
        let parts = caller.split(separator: "<", maxSplits: 1, omittingEmptySubsequences: false)
        let shown = parts[0].trimmingCharacters(in: CharacterSet(charactersIn: "\" "))
        let address = parts.last?.split(separator: ">").first.map(String.init) ?? caller
        self.caller = shown.isEmpty ? address : shown
        call = .rings
    }

    override func fill(_ area: CGRect) {
        name.text = call == .none ? "Nobody calls" : caller
        state.text =
            switch call {
            case .none: line
            case .rings: "is calling"
            case .answered: "is being connected"
            case .on: "is on the line"
            }
        card.backgroundColor = call == .none ? Look.accent : Look.green
        yes.isHidden = call != .rings
        no.isHidden = call == .none
        no.setTitle(call == .rings ? "Decline" : "Hang up", for: .normal)

        let (upper, below) = area.split(min(240, area.height - 160))
        var lower = below
        card.frame = upper
        handset.frame = upper.insetBy(dx: 40, dy: 40).square
        handset.show(Self.handset, ["h": Look.card])
        name.frame = lower.cut(28)
        state.frame = lower.cut(24)
        _ = lower.cut(20)
        let keys = lower.cut(52)
        let (left, right) = keys.divided(atDistance: keys.width / 2, from: .minXEdge)
        yes.frame = left.insetBy(dx: 6, dy: 0)
        no.frame = call == .rings ? right.insetBy(dx: 6, dy: 0) : keys.insetBy(dx: 6, dy: 0)
    }
}
