import ExampleSupport
import Foundation

#if os(iOS)
    import UIKit
#else
    import QuiesceKit
#endif

/// The battery, and who asked for it.
final class BatteryScreen: ExampleScreen {
    /// As many lines as the list has at most.
    private static let most = 8

    private var percent = 100
    /// The newest first, each with the time at which it was said.
    private var said: [(line: String, at: Date)] = []
    private let card = UIView(Look.card)
    private let battery = Mosaic(frame: .zero)
    private let level = UILabel(.title, Look.ink, .center)
    private let list = RowList(frame: .zero)

    override func viewDidLoad() {
        super.viewDidLoad()
        title = "Beacon"
        view.add(card, battery, level, list)
    }

    func show(_ line: String, percent: Int) {
        self.percent = percent
        said = [(line, Date())] + said.prefix(Self.most - 1)
        changed()
    }

    override func fill(_ area: CGRect) {
        level.text = "\(percent) %"

        let (upper, lower) = area.split(160)
        card.frame = upper
        var inside = card.frame.insetBy(dx: 20, dy: 20)
        battery.frame = inside.cut(72)
        level.frame = inside.cut(48)
        showBattery()
        list.frame = lower
        let format = DateFormatter()
        format.dateFormat = "HH:mm:ss"
        list.show(
            said.isEmpty
                ? [.init("Bluetooth is off", "Nobody can ask")]
                : said.map { .init($0.line, note: format.string(from: $0.at)) })
    }

    private func showBattery() {
        let size = battery.bounds.size
        let width = min(160, size.width - 12)
        let left = (size.width - width - 8) / 2
        let body = CGRect(x: left, y: 0, width: width, height: size.height)
        let inner = body.insetBy(dx: 4, dy: 4)
        var charge = inner.insetBy(dx: 4, dy: 4)
        charge.size.width *= CGFloat(percent) / 100
        battery.show([
            .init(body, Look.ink), .init(inner, Look.card),
            .init(
                CGRect(x: body.maxX, y: size.height / 4, width: 8, height: size.height / 2),
                Look.ink), .init(charge, percent > 20 ? Look.green : Look.red),
        ])
    }
}
