import Foundation

#if os(iOS)
    import UIKit
#else
    import QuiesceKit
#endif

/// A line for each episode, with how far it is.
final class EpisodeListController: UIViewController {
    private var labels: [UILabel] = []

    func show(_ episodes: [Episode]) {
        while labels.count < episodes.count {
            let label = UILabel(
                frame: CGRect(x: 20, y: 40 + 32 * labels.count, width: 280, height: 32))
            view.addSubview(label)
            labels.append(label)
        }
        for (label, episode) in zip(labels, episodes) where label.text != episode.line {
            label.text = episode.line
        }
    }
}
