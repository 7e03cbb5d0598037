import ExampleSupport
import Foundation

#if os(iOS)
    import UIKit
#else
    import QuiesceKit
#endif

/// The last rate, and those before it as a chart.
final class BeatScreen: ExampleScreen {
    /// As many rates as the chart has bars.
    private static let most = 28
    private static let heart = [
        " hh   hh ", "hhhh hhhh", "hhhhhhhhh", "hhhhhhhhh", " hhhhhhh ", "  hhhhh  ", "   hhh   ",
        "    h    ",
    ]

    /// The belt's state, in words.
    var state = "looking for a belt" { didSet { changed() } }
    private var rates: [Int] = []
    private let card = UIView(Look.card)
    private let heart = Mosaic(frame: .zero)
    private let rate = UILabel(.huge, Look.ink, .center)
    private let unit = UILabel(.small, Look.faint, .center)
    private let sheet = UIView(Look.card)
    private let range = UILabel(.small, Look.faint)
    private let chart = Mosaic(frame: .zero)

    override func viewDidLoad() {
        super.viewDidLoad()
        title = "HeartRate"
        view.add(card, heart, rate, unit, sheet, range, chart)
    }

    func add(_ rate: Int) {
        rates = rates.suffix(Self.most - 1) + [rate]
        changed()
    }

    override func fill(_ area: CGRect) {
        rate.text = rates.last.map(String.init) ?? "–"
        unit.text = state
        range.text =
            rates.isEmpty
            ? "No beat yet" : "\(rates.min() ?? 0) to \(rates.max() ?? 0), the last at the right"

        let (upper, lower) = area.split(198)
        card.frame = upper
        var inside = card.frame.insetBy(dx: 12, dy: 16)
        heart.frame = inside.cut(48)
        heart.show(Self.heart, ["h": Look.red])
        rate.frame = inside.cut(80)
        unit.frame = inside
        sheet.frame = lower
        inside = sheet.frame.insetBy(dx: 12, dy: 12)
        range.frame = inside.cut(24)
        chart.frame = inside
        showChart()
    }

    /// A bar for each rate, from 40 beats a minute at the bottom.
    private func showChart() {
        let size = chart.bounds.size
        let step = size.width / CGFloat(Self.most)
        let highest = CGFloat(max(140, rates.max() ?? 0) - 40)
        let line = CGRect(x: 0, y: size.height - 2, width: size.width, height: 2)
        let bars = rates.enumerated().map { index, rate in
            let height = max(2, (size.height - 8) * CGFloat(rate - 40) / highest)
            let place = CGFloat(Self.most - rates.count + index)
            return Mosaic.Tile(
                CGRect(
                    x: place * step + 1, y: size.height - 2 - height, width: step - 2,
                    height: height), index == rates.count - 1 ? Look.red : Look.accent)
        }
        chart.show([.init(line, Look.line)] + bars)
    }
}
