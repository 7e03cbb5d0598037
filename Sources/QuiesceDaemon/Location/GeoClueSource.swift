import QuiesceBus
import QuiesceCore

/// GeoClue, which knows Wi-Fi, modems and receivers, and asks its agent whether the daemon may
/// know.
final class GeoClueSource: LocationSource {
    static let name = "GeoClue"

    private let address: String
    private let loop: EventLoop
    private let tell: SourceReport
    private var wish: LocationWish
    private var link: BusLink?
    /// Its unique name on the bus: another one of the same name isn't the one that we have a client
    /// at.
    private var owner: String?
    /// Our client, an object of its.
    private var client: String?
    private var isFound = false
    /// A location is being asked for.
    private var isAsking = false
    /// One that came meanwhile; only the newest counts.
    private var newest: String?

    init(
        address: String, wish: LocationWish, loop: EventLoop, tell: @escaping SourceReport
    ) {
        self.address = address
        self.wish = wish
        self.loop = loop
        self.tell = tell
    }

    func begin() {
        do {
            link = try BusLink(
                address: address, loop: loop, ready: { [weak self] in self?.enter() },
                ended: { [weak self] in self?.busEnded($0) })
        } catch {
            busEnded("\(error)")
        }
    }

    func update(_ wish: LocationWish) {
        let old = self.wish
        self.wish = wish
        // Before it has given us a client, the newest wish is the first that it hears of.
        guard let client, let owner, let link else { return }
        if GeoClue.level(old) == GeoClue.level(wish) {
            link.attempt { bus throws(BusError) in
                try bus.send(
                    unanswered: GeoClue.setThreshold(wish, client, of: owner, on: bus))
            }
        } else {
            // The level counts only when a client starts.
            deleteClient()
            getClient()
        }
    }

    func stop() {
        deleteClient()
        link?.close()
        link = nil
    }

    private func end(_ news: SourceNews) {
        stop()
        tell(news)
    }

    private func busEnded(_ why: String) {
        client = nil
        end(
            isFound
                ? .failed("the system bus has ended (\(why))")
                : .absent("there is no system bus (\(why))"))
    }

    // MARK: Getting in

    private func enter() {
        link?.attempt { bus throws(BusError) in
            try bus.hear(
                "LocationUpdated", of: GeoClue.clientInterface, path: nil, from: GeoClue.name
            ) { [weak self] in self?.updated($0) }
            try bus.hearOwnerChanges(of: GeoClue.name) { [weak self] in self?.ownerChanged($0) }
        }
        getClient()
    }

    private func getClient() {
        link?.attempt { bus throws(BusError) in
            try bus.send(
                GeoClue.getClient(on: bus), seconds: Limits.geoClueClientSeconds
            ) { [weak self] in self?.gotClient($0) }
        }
    }

    private func gotClient(_ answer: borrowing BusMessage) {
        guard let link, client == nil else { return }
        guard answer.errorName == nil, let owner = answer.sender, let client = answer.path() else {
            return refused(answer)
        }
        self.owner = owner
        self.client = client
        link.attempt { bus throws(BusError) in
            // GeoClue takes them in order; one that it doesn't like shows in the answer to Start.
            try bus.send(unanswered: GeoClue.setDesktopId(client, of: owner, on: bus))
            try bus.send(unanswered: GeoClue.setLevel(wish, client, of: owner, on: bus))
            try bus.send(unanswered: GeoClue.setThreshold(wish, client, of: owner, on: bus))
            try bus.send(
                GeoClue.start(client, of: owner, on: bus), seconds: Limits.geoClueStartSeconds
            ) { [weak self] in self?.started($0, client) }
        }
    }

    private func started(_ answer: borrowing BusMessage, _ client: String) {
        guard client == self.client else { return }
        guard answer.errorName == nil else { return refused(answer) }
        if !isFound {
            isFound = true
            tell(.found)
        }
    }

    private func refused(_ answer: borrowing BusMessage) {
        // A bus that ends answers for GeoClue, and its next turn says so.
        guard let link, link.bus.isOpen else { return }
        let error = answer.errorName ?? "an answer that isn't in its interface"
        if GeoClue.isAbsent(error), !isFound {
            end(.absent("GeoClue isn't on the system bus"))
        } else {
            end(.failed(GeoClue.refusal(error, answer.errorText)))
        }
    }

    private func ownerChanged(_ signal: borrowing BusMessage) {
        guard signal.sender == "org.freedesktop.DBus", signal.string() == GeoClue.name,
            let old = signal.string(), old == owner
        else { return }
        client = nil
        end(.failed("GeoClue has ended: see its log if it isn't started again"))
    }

    // MARK: Locations

    private func updated(_ signal: borrowing BusMessage) {
        guard link != nil, signal.sender == owner, signal.object == client,
            signal.path() != nil, let new = signal.path()
        else { return }
        if isAsking { newest = new } else { ask(for: new) }
    }

    private func ask(for location: String) {
        guard let owner else { return }
        isAsking = true
        link?.attempt { bus throws(BusError) in
            try bus.send(
                GeoClue.getAll(location, of: owner, on: bus), seconds: Limits.locationAnswerSeconds
            ) { [weak self] in self?.located($0) }
        }
    }

    private func located(_ answer: borrowing BusMessage) {
        isAsking = false
        let next = newest
        newest = nil
        // An error: a newer one has taken its place.
        let news = answer.errorName == nil ? Self.news(answer) : nil
        if let next, client != nil { ask(for: next) }
        if let news, client != nil { tell(news) }
    }

    private static func news(_ answer: borrowing BusMessage) -> SourceNews {
        let fix = answer.values(limit: Limits.geoClueProperties).flatMap {
            GeoClue.fix($0, now: LinuxClock.now().wall)
        }
        return fix.map { .fix($0) } ?? .nonsense
    }

    private func deleteClient() {
        guard let client, let owner else { return }
        self.client = nil
        newest = nil
        link?.attempt { bus throws(BusError) in
            try bus.send(unanswered: GeoClue.stop(client, of: owner, on: bus))
            try bus.send(unanswered: GeoClue.delete(client, of: owner, on: bus))
        }
    }
}
