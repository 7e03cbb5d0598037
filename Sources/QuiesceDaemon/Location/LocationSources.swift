import Logging
import QuiesceCore
import QuiesceLinux
import QuiesceShell

/// Where the device is, by whatever of this machine knows: GeoClue, else gpsd (G2). While nobody
/// wants it, nothing is open and nothing wakes up. Belongs to the loop's thread; nothing in it
/// waits.
///
/// A source that has ended, or refuses, is lost; after a while, which gets longer, sources are
/// tried anew from the first.
final class LocationSources {
    /// In the order in which they are tried.
    private enum Kind: CaseIterable {
        case geoClue, gpsd
    }

    private let places: LocationPlaces
    private let loop: EventLoop
    private let logger: Logger
    private let report: (LocationReport) -> Void

    private var wish: LocationWish?
    private var source: (any LocationSource)?
    /// Grows with each source and with each end of one: who speaks of an older number is not heard.
    private var turn = 0
    /// Why those that were tried this time are not used.
    private var absent: [String] = []
    private var isLost = false
    private var hasSaidNonsense = false
    private var retry: OneShotTimer?
    private var delay = Limits.locationRetryMilliseconds

    init(
        _ places: LocationPlaces, loop: EventLoop, logger: Logger,
        report: @escaping (LocationReport) -> Void
    ) {
        self.places = places
        self.loop = loop
        self.logger = logger
        self.report = report
    }

    /// The device's, which keeps their port.
    convenience init(
        _ places: LocationPlaces, _ device: Device, _ loop: EventLoop, _ logger: Logger
    ) {
        self.init(places, loop: loop, logger: logger) { [unowned device] report in
            switch report {
            case .fix(let fix): device.located(fix)
            case .found(let name):
                logger.info("location", metadata: ["source": "\(name)"])
                device.able(LocationAbilities(location: true, heading: false))
            case .lost(let why):
                logger.warning("\(why)")
                device.able(LocationAbilities(location: false, heading: false))
            }
        }
    }

    deinit { shutdown() }

    var port: LocationPort { LocationPort(want: { [self] in want($0?.wish) }) }

    /// Has sources say where the device is, as well as that; nil: no more. What is told may come
    /// before this returns.
    func want(_ wish: LocationWish?) {
        let wasOff = self.wish == nil
        guard wish != self.wish else { return }
        self.wish = wish
        guard let wish else { return rest() }
        if wasOff { choose() } else { source?.update(wish) }
    }

    /// Off, for ever.
    func shutdown() { want(nil) }

    private func rest() {
        drop()
        retry = nil
        isLost = false
        hasSaidNonsense = false
        delay = Limits.locationRetryMilliseconds
    }

    private func drop() {
        turn += 1
        source?.stop()
        source = nil
    }

    // MARK: Which one

    private func choose() {
        retry = nil
        absent = []
        begin(.geoClue)
    }

    private func begin(_ kind: Kind) {
        guard let wish else { return }
        turn += 1
        let tell: SourceReport = { [weak self, turn] news in
            if let self, self.turn == turn { hear(news, from: kind) }
        }
        let source: any LocationSource =
            switch kind {
            case .geoClue:
                GeoClueSource(address: places.bus, wish: wish, loop: loop, tell: tell)
            case .gpsd: GPSDSource(port: places.gpsd, wish: wish, loop: loop, tell: tell)
            }
        self.source = source
        source.begin()
    }

    private func hear(_ news: SourceNews, from kind: Kind) {
        switch news {
        case .found:
            isLost = false
            delay = Limits.locationRetryMilliseconds
            switch kind {
            case .geoClue: report(.found(GeoClueSource.name))
            case .gpsd: report(.found(GPSDSource.name))
            }
        case .fix(let fix): report(.fix(fix))
        case .nonsense:
            if !hasSaidNonsense {
                hasSaidNonsense = true
                logger.warning(
                    "a fix without a place or an accuracy isn't told to apps, nor are others like it"
                )
            }
        case .absent(let why):
            drop()
            absent.append(why)
            switch kind {
            case .geoClue: begin(.gpsd)
            case .gpsd:
                lose(
                    "nothing says where the device is: \(absent.joined(separator: ", and ")); install geoclue-2.0, or start gpsd"
                )
            }
        case .failed(let why):
            drop()
            lose(why)
        }
    }

    private func lose(_ why: String) {
        do throws(SystemCallError) {
            let timer = try OneShotTimer(loop: loop) { [unowned self] in choose() }
            timer.set(microseconds: UInt64(delay) * 1_000)
            retry = timer
        } catch {
            logger.warning("location isn't looked for again until apps begin anew: \(error)")
        }
        delay = min(2 * delay, Limits.locationRetryMillisecondsMost)
        guard !isLost else { return }
        isLost = true
        // Last: who hears it may switch location off.
        report(.lost(why))
    }
}
