import Foundation
import QuiesceURLSession

struct Article: Codable, Equatable, Sendable {
    var number: Int
    var title: String
}

/// The articles that are here, and which is read.
@MainActor final class Library {
    private(set) var articles: [Article] = []
    private(set) var current: Int?
    private var readUpTo = 0

    var unread: Int { articles.count { $0.number > readUpTo } }

    /// Looks for what is new at the address in the settings.
    func refresh() async -> [Article] {
        guard let feed = UserDefaults.standard.string(forKey: "feed").flatMap(URL.init(string:))
        else { return [] }
        do {
            let (data, _) = try await URLSession.shared.data(from: feed)
            let all = try JSONDecoder().decode([Article].self, from: data)
            let new = all.filter { !articles.contains($0) }
            articles = all
            return new
        } catch {
            say("no feed: \(error.localizedDescription)")
            return []
        }
    }

    func open(_ number: Int, by what: String) {
        current = number
        readUpTo = max(readUpTo, number)
        let title = articles.first { $0.number == number }?.title ?? "not here yet"
        say("reads \(number) by \(what): \(title)")
    }

    func openLatest(by what: String) {
        guard let latest = articles.last else { return say("no article") }
        open(latest.number, by: what)
    }
}
