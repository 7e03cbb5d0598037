import ExampleSupport
import Foundation

#if os(iOS)
    import UIKit
#else
    import QuiesceKit
#endif

/// The station's picture and name, its place on the dial, and the keys.
final class PlayerScreen: ExampleScreen {
    /// Called with 1 for the next station, and with -1 for the one before.
    var choose: (Int) -> Void = { _ in }
    var playOrPause: () -> Void = {}
    private var station = 0
    private var isPlaying = false
    private let artwork = Mosaic(frame: .zero)
    private let name = UILabel(.title, Look.ink, .center)
    private let state = UILabel(.small, Look.faint, .center)
    private let dial = Mosaic(frame: .zero)
    private lazy var backKey = UIButton("Back") { [unowned self] in choose(-1) }
    private lazy var playKey = UIButton("", Look.ink) { [unowned self] in playOrPause() }
    private lazy var nextKey = UIButton("Next") { [unowned self] in choose(1) }

    override func viewDidLoad() {
        super.viewDidLoad()
        title = "Radio"
        if state.text == nil { state.text = "is silent" }
        view.add(artwork, name, state, dial, backKey, playKey, nextKey)
    }

    func show(_ station: Int, _ what: String, isPlaying: Bool) {
        self.station = station
        self.isPlaying = isPlaying
        state.text = what
        changed()
    }

    override func fill(_ area: CGRect) {
        name.text = Station.all[station].name
        playKey.setTitle(isPlaying ? "Pause" : "Play", for: .normal)

        let (upper, below) = area.split(min(250, area.height - 190))
        var lower = below
        artwork.frame = upper.square
        artwork.show(Station.all[station].picture, Station.colors)
        name.frame = lower.cut(36)
        state.frame = lower.cut(24)
        _ = lower.cut(12)
        dial.frame = lower.cut(24)
        showDial()
        _ = lower.cut(16)
        let keys = lower.cut(52)
        let width = (keys.width - 16) / 3
        for (index, key) in [backKey, playKey, nextKey].enumerated() {
            key.frame = CGRect(
                x: keys.minX + (width + 8) * CGFloat(index), y: keys.minY, width: width,
                height: keys.height)
        }
    }

    /// A line with a mark for each station, the needle at the one that is tuned in.
    private func showDial() {
        let size = dial.bounds.size
        var tiles = [
            Mosaic.Tile(CGRect(x: 0, y: size.height / 2, width: size.width, height: 2), Look.line)
        ]
        for number in Station.all.indices {
            let part = (CGFloat(number) + 0.5) / CGFloat(Station.all.count)
            let isHere = number == station
            let height: CGFloat = isHere ? size.height : 12
            tiles.append(
                .init(
                    CGRect(
                        x: (size.width * part).rounded() - 2, y: (size.height - height) / 2,
                        width: 4, height: height), isHere ? Look.red : Look.faint))
        }
        dial.show(tiles)
    }
}
