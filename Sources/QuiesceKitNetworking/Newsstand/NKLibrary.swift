import Foundation
import FoundationNetworking
import QuiesceKit

/// A Newsstand app's issues: what there is of each, and what is being downloaded (K1). Kept in the
/// app's container over launches. On the main thread.
///
/// An app goes on with its downloads in `didFinishLaunching`:
///
/// ```swift
/// for asset in NKLibrary.shared?.downloadingAssets ?? [] { asset.download(with: self) }
/// ```
@preconcurrency @MainActor public final class NKLibrary {
    private static var kept: NKLibrary?

    /// The app's library; nil without a container, which each app has.
    public static var shared: NKLibrary? {
        guard let container = BackgroundTransfers.current?.container else { return nil }
        if let kept, kept.container == container { return kept }
        kept = NKLibrary(container)
        return kept
    }

    let container: URL
    let downloads = NewsstandDownloads()
    private let file: URL
    /// In the order in which they were added.
    public private(set) var issues: [NKIssue] = []
    private var isReading: String?

    private init(_ container: URL) {
        self.container = container
        file = container.appendingPathComponent("Library/Newsstand/library.json")
        guard let data = try? Data(contentsOf: file) else { return }
        do {
            let record = try JSONDecoder().decode(Record.self, from: data)
            issues = record.issues.map { NKIssue($0, in: self) }
            isReading = record.isReading
        } catch {
            note("\(file.path) can't be read, so the library is empty: \(error)")
        }
    }

    /// All downloads that aren't done, of all issues.
    public var downloadingAssets: [NKAssetDownload] { issues.flatMap(\.downloadingAssets) }

    /// The issue that the user reads: kept over launches, nil once that issue is removed.
    public var currentlyReadingIssue: NKIssue? {
        get { isReading.flatMap(issue(withName:)) }
        set {
            isReading = newValue?.name
            save()
        }
    }

    /// nil: the library has no issue of that name.
    public func issue(withName name: String) -> NKIssue? { issues.first { $0.name == name } }

    /// Adds an issue, with an empty folder for its content; the one that there is, if the name is
    /// known.
    @discardableResult public func addIssue(withName name: String, date: Date) -> NKIssue {
        if let issue = issue(withName: name) { return issue }
        let issue = NKIssue(.init(name: name, date: date, folder: UUID().uuidString), in: self)
        issues.append(issue)
        save()
        return issue
    }

    /// Removes an issue with its content, and cancels its downloads.
    public func removeIssue(_ issue: NKIssue) {
        guard issues.contains(where: { $0 === issue }) else { return }
        for asset in issue.downloadingAssets { downloads.cancel(asset) }
        issues.removeAll { $0 === issue }
        try? FileManager.default.removeItem(at: issue.contentURL)
        if isReading == issue.name { isReading = nil }
        save()
    }

    private struct Record: Codable {
        var issues: [NKIssue.Record]
        var isReading: String?
    }

    /// A reader sees the old library or the new one. A failure is said on stderr; the app goes on.
    func save() {
        do {
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            let record = Record(issues: issues.map(\.record), isReading: isReading)
            try JSONEncoder().encode(record).write(to: file, options: .atomic)
        } catch {
            note("the Newsstand library wasn't saved: \(error.localizedDescription)")
        }
    }
}
