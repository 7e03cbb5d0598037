import ExampleSupport
import Foundation

#if os(iOS)
    import UIKit
#else
    import QuiesceKit
#endif

/// A row for each episode, with how far it is.
final class EpisodeListController: ExampleScreen {
    private var episodes: [Episode] = []
    private let summary = UILabel(.small, Look.faint)
    private let list = RowList(frame: .zero)

    override func viewDidLoad() {
        super.viewDidLoad()
        title = "PodcastBox"
        view.add(summary, list)
    }

    func show(_ episodes: [Episode]) {
        self.episodes = episodes
        changed()
    }

    override func fill(_ area: CGRect) {
        summary.text = "\(episodes.count { $0.state == .here }) of \(episodes.count) are here"
        var area = area
        summary.frame = area.cut(24)
        _ = area.cut(4)
        list.frame = area
        list.show(
            episodes.map { episode in
                let isHere = episode.state == .here
                return .init(
                    episode.title, note: episode.status,
                    progress: isHere ? 1 : episode.progress ?? 0)
            })
    }
}
