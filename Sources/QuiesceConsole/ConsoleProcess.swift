import Foundation
import Glibc
import QuiesceClient
import QuiesceTerminal
import QuiesceWire
import Synchronization

/// The console as a process: says its link, and serves until Ctrl-C.
package struct ConsoleProcess: Sendable {
    private let devices: [DevicePaths]
    private let place: Console.Place
    private let opens: Bool
    private let json: Bool

    /// - Parameter devices: in the order in which they stand side by side.
    /// - Throws: exit code 64 for an address that is none, or that others can reach, and for
    ///   devices that are too many or named twice.
    package init(
        devices: [DevicePaths], listen: String?, socket: String?, opens: Bool, json: Bool
    ) throws(Failure) {
        guard listen == nil || socket == nil else {
            throw .usage("choose --listen or --socket, not both")
        }
        guard socket == nil || !opens else {
            throw .usage("no browser opens a socket by itself; forward a port to it, and open that")
        }
        guard devices.count <= ConsoleLimits.devices else {
            throw .usage("a page shows at most \(ConsoleLimits.devices) devices")
        }
        let homes = devices.map(\.home)
        if let twice = homes.first(where: { home in homes.count { $0 == home } > 1 }) {
            throw .usage("\(twice) is named twice; name each device once")
        }
        self.devices = devices
        self.opens = opens
        self.json = json
        place =
            if let socket { .socket(path: socket) } else {
                .loopback(try Listening.Loopback(listen ?? "127.0.0.1:0"))
            }
    }

    package func run() throws(Failure) {
        // Taken by `sigwait` below, in whichever thread it would have come.
        var signals = sigset_t()
        sigemptyset(&signals)
        for signal in [SIGINT, SIGTERM, SIGHUP] { sigaddset(&signals, signal) }
        pthread_sigmask(Int32(SIG_BLOCK), &signals, nil)
        signal(SIGPIPE, SIG_IGN)

        let told = Mutex<(@Sendable () -> Void)?>(nil)
        let console = try Console(of: devices, at: place) { told.withLock { $0 }?() }
        let startPage = Mutex<StartPage?>(nil)
        let json = json
        told.withLock {
            $0 = { @Sendable [weak console] in
                startPage.withLock { $0 = nil }
                guard let console else { return }
                Self.say(console.newLink(), json, "A browser has come in. For another one")
            }
        }
        let link = console.newLink()
        Self.say(
            link, json,
            "The console of \(devices.map(\.home).joined(separator: ", ")); each link lets one browser in"
        )
        if case .socket(let path) = place, !json {
            QuiesceTerminal.say(
                "It listens on \(path): forward a port to it, as with ssh -L 8421:\(path)")
        }
        if opens {
            do throws(Failure) {
                let page = try StartPage(link)
                startPage.withLock { $0 = page }
                try page.open()
            } catch {
                tell("quiesce: \(error.message)\n")
            }
        }
        var signal: Int32 = 0
        sigwait(&signals, &signal)
        console.end()
        startPage.withLock { $0 = nil }
    }

    private static func say(_ link: String, _ json: Bool, _ words: String) {
        QuiesceTerminal.say(json ? "{\"url\":\(link.jsonText)}" : "\(words): \(link)")
    }
}

/// A file of the user's own that leads a browser to the link: in a program's arguments everybody
/// could read it. Gone with this value.
private final class StartPage: Sendable {
    private let path: String

    init(_ link: String) throws(Failure) {
        let folder = ProcessInfo.processInfo.environment["XDG_RUNTIME_DIR"] ?? "/tmp"
        var name = Array("\(folder)/quiesce-console-XXXXXX.html".utf8CString)
        let file = mkstemps(&name, 5)
        guard file >= 0 else {
            throw .refused(
                "could not write into \(folder): \(reason(errno)); open the link by hand")
        }
        path = String(decoding: name.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
        let page =
            "<!DOCTYPE html><html lang=\"en\"><meta charset=\"utf-8\"><title>Console</title>"
            + "<meta http-equiv=\"refresh\" content=\"0; url=\(link)\"><a href=\"\(link)\">The console</a>"
        _ = write(file, page, page.utf8.count)
        close(file)
    }

    deinit { unlink(path) }

    /// - Throws: where there is no desktop to open it.
    func open() throws(Failure) {
        let environment = ProcessInfo.processInfo.environment
        let isDesktop = ["WAYLAND_DISPLAY", "DISPLAY"].contains {
            environment[$0].map { !$0.isEmpty } ?? false
        }
        guard isDesktop else {
            throw .refused("there is no desktop here to open a browser on; open the link by hand")
        }
        let folders = (environment["PATH"] ?? "/usr/local/bin:/usr/bin:/bin").split(separator: ":")
        let tool = folders.map { "\($0)/xdg-open" }.first { (path: String) in
            access(path, X_OK) == 0
        }
        guard let tool else {
            throw .refused("there is no xdg-open; install xdg-utils, or open the link by hand")
        }
        let process = Process()
        process.executableURL = URL(fileURLWithPath: tool)
        process.arguments = [path]
        process.standardOutput = FileHandle.nullDevice
        guard (try? process.run()) != nil else {
            throw .refused("\(tool) did not start; open the link by hand")
        }
    }
}
