import Foundation
import QuiesceAnswers
import QuiesceCore
import QuiesceLinux
import QuiesceShell
import QuiesceWire
import Synchronization

/// The scenes that apps show, and their snapshots. Belongs to the loop's thread; scenes are read,
/// kept and drawn by a thread of its own, in the order in which they came, so that a snapshot is of
/// the scene that the app had sent before it.
final class Screen {
    /// The picture of an app that a tool is shown.
    struct Picture: Sendable {
        var shows: ScreenRow.Content
        var scene: Scene?
        /// When the snapshot was taken.
        var taken: WallTime?
        /// With its images in it, where asked for.
        var svg: String?
    }

    /// A scene that waits to be read, or a later one in its place.
    private final class Slot: Sendable {
        private let parcel: Mutex<SceneParcel?>

        init(_ parcel: SceneParcel) { self.parcel = Mutex(parcel) }

        /// - Returns: false when it is being read already.
        func replace(_ later: SceneParcel) -> Bool {
            parcel.withLock { parcel in
                guard parcel != nil else { return false }
                parcel = later
                return true
            }
        }

        func take() -> SceneParcel? {
            parcel.withLock { parcel in
                defer { parcel = nil }
                return parcel
            }
        }
    }

    private final class Board: Sendable {
        let scenes = Mutex(SceneBoard())
    }

    private let directory: StateDirectory
    private let folder: SnapshotFolder
    private let loop: EventLoop
    private let worker: Worker
    private let board = Board()
    private let isInFront: (AppID) -> Bool
    private let warn: (String) -> Void
    private var incoming: [ProcessKey: Slot] = [:]
    private var sizes: [AppID: (launch: Launch, size: ScreenSize)] = [:]

    init(
        _ directory: StateDirectory, loop: EventLoop, isInFront: @escaping (AppID) -> Bool,
        warn: @escaping (String) -> Void
    ) throws {
        self.directory = directory
        folder = SnapshotFolder(directory)
        self.loop = loop
        self.isInFront = isInFront
        self.warn = warn
        worker = try Worker(name: "quiesce-screen")
    }

    func shutdown() { worker.shutdown() }

    /// At a start: the snapshots of other apps are deleted.
    func reconcile(_ kept: Set<AppID>) {
        let folder = folder
        worker.submit { folder.keepOnly(kept) }
    }

    // MARK: From apps

    /// An app shows something. `failed` is called if it can't be shown.
    func take(
        _ parcel: SceneParcel, from key: ProcessKey, failed: @escaping (WireError) -> Void
    ) {
        if let slot = incoming[key], slot.replace(parcel) { return }
        let slot = Slot(parcel)
        incoming[key] = slot
        let (board, inFront) = (board, isInFront(key.app))
        loop.perform(on: worker) { () -> Result<ScreenSize, WireError>? in
            slot.take().map { Self.show($0, by: key, inFront: inFront, on: board) }
        } then: { [unowned self] result in
            if incoming[key] === slot { incoming[key] = nil }
            switch result {
            case .success(let size): sizes[key.app] = (key.launch, size)
            case .failure(let error): failed(error)
            case nil: break
            }
        }
    }

    private static func show(
        _ parcel: SceneParcel, by key: ProcessKey, inFront: Bool, on board: Board
    ) -> Result<ScreenSize, WireError> {
        do throws(WireError) {
            let coder = WireCoder()
            let scene = try parcel.read(coder)
            let document = try coder.document(of: scene)
            board.scenes.withLock { $0.show(document, by: key, inFront: inFront) }
            return .success(ScreenSize(width: scene.size.width, height: scene.size.height))
        } catch {
            return .failure(error)
        }
    }

    /// An app has a new connection. What it showed before may not be what it shows now: it sends
    /// that once it is welcome.
    func connected(_ key: ProcessKey) {
        incoming[key] = nil
        let board = board
        worker.submit { board.scenes.withLock { $0.forget(key.app) } }
    }

    /// The size of what the app of that process shows; nil: nothing so far.
    func size(of key: ProcessKey) -> ScreenSize? {
        sizes[key.app].flatMap { $0.launch == key.launch ? $0.size : nil }
    }

    // MARK: For the core

    func takeSnapshot(_ key: ProcessKey) {
        incoming[key] = nil  // What comes later waits behind this.
        let (board, folder) = (board, folder)
        loop.perform(on: worker) { () -> SystemCallError? in
            let document = board.scenes.withLock { $0.takeSnapshot(of: key) }
            guard let document else { return nil }
            do throws(SystemCallError) {
                try folder.write(document, of: key.app)
                return nil
            } catch {
                return error
            }
        } then: { [warn] error in
            if let error { warn("the snapshot of \(key.app) can't be kept: \(error)") }
        }
    }

    /// The app is uninstalled.
    func forget(_ app: AppID) {
        sizes[app] = nil
        let (board, folder) = (board, folder)
        worker.submit {
            board.scenes.withLock { $0.forget(app) }
            folder.remove(app)
        }
    }

    // MARK: For tools

    /// The picture of an app: its scene, if the app is in front and has shown something since it
    /// came there, and its snapshot otherwise.
    func picture(
        of key: ProcessKey, inFront: Bool, svg: Bool, then: @escaping (Picture) -> Void
    ) {
        let (board, folder, directory) = (board, folder, directory)
        loop.perform(on: worker) {
            let shown = board.scenes.withLock { $0.shown(by: key) }
            var picture = Picture(shows: .nothing)
            if inFront, let shown, shown.isLive,
                let scene = try? WireCoder().scene(inDocument: shown.document)
            {
                picture = Picture(shows: .scene, scene: scene)
            } else if let kept = folder.read(key.app) {
                picture = Picture(shows: .snapshot, scene: kept.scene, taken: kept.taken)
            }
            if svg, let scene = picture.scene {
                var images = AppImages(of: key.app, directory)
                picture.svg = SceneDrawing.svg(scene) { images.image($0) }
            }
            return picture
        } then: {
            then($0)
        }
    }

    /// Which of the apps have a snapshot, where, and since when.
    func snapshots(
        of apps: [AppID], then: @escaping ([AppID: (path: String, taken: WallTime)]) -> Void
    ) {
        let folder = folder
        loop.perform(on: worker) { () -> [AppID: WallTime] in
            var taken: [AppID: WallTime] = [:]
            for app in apps { taken[app] = folder.taken(app) }
            return taken
        } then: { taken in
            then(
                Dictionary(
                    uniqueKeysWithValues: taken.map { ($0, (path: folder.path(of: $0), taken: $1)) }
                ))
        }
    }
}
