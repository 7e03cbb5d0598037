import CQuiesceLinux
import Foundation
import Glibc
import QuiesceLinux
import TestSupport
import Testing

@testable import QuiesceDaemon

/// A receiver of satellites behind a socket, which says in NMEA 0183 where it is.
final class FakeReceiver {
    private let loop: EventLoop
    private let listener: OwnedDescriptor
    private var watch: EventLoop.WatchID?
    private var connections: [CInt] = []
    private var timer: PeriodicTimer?
    private var latitude = 48.0

    init(at path: String, on loop: EventLoop) throws {
        self.loop = loop
        listener = try OwnedDescriptor(
            checking: socket(
                AF_UNIX, CInt(SOCK_STREAM.rawValue) | CInt(SOCK_CLOEXEC.rawValue), 0), "socket")
        let number = listener.number
        let isBound = withUnixAddress(path) { bind(number, $0, $1) == 0 }
        try #require(isBound && listen(number, 5) == 0)
        watch = try loop.watch(number) { [unowned self] _ in
            let connection = ql_accept(listener.number)
            if connection >= 0 { connections.append(connection) }
        }
        timer = try PeriodicTimer(loop: loop) { [unowned self] in walk() }
        timer?.start(milliseconds: GeoClueFixture.milliseconds)
    }

    deinit {
        if let watch { loop.unwatch(watch) }
        for connection in connections { close(connection) }
    }

    private func walk() {
        latitude += GeoClueFixture.step
        var now = Glibc.time(nil)
        var utc = tm()
        gmtime_r(&now, &utc)
        let minutes = (latitude - latitude.rounded(.down)) * 60
        let words = String(
            format: "GPGGA,%02d%02d%02d,%02d%08.5f,N,01130.00000,E,1,08,0.9,545.4,M,46.9,M,,",
            utc.tm_hour, utc.tm_min, utc.tm_sec, Int(latitude), minutes)
        let sum = words.utf8.reduce(0, ^)
        let line = String(format: "$%@*%02X\r\n", words, sum)
        // To one that has gone it goes nowhere.
        for connection in connections {
            _ = send(connection, line, line.utf8.count, CInt(MSG_NOSIGNAL))
        }
    }
}
