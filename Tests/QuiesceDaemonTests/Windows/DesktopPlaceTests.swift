import Testing

@testable import QuiesceDaemon

@Suite("Places where windows are told of", .behaviour("Y2")) struct DesktopPlaceTests {
    @Test("sway comes first, a bus last, and a Wayland session's X server is asked by nobody")
    func order() {
        let (first, second) = (
            X11Display(number: 3, authority: "/a/.Xauthority"),
            X11Display(number: 0, authority: "/b")
        )
        let places = DesktopPlace.all(in: [
            ["DISPLAY": ":3", "HOME": "/a"],
            ["DISPLAY": ":1", "WAYLAND_DISPLAY": "wayland-1", "SWAYSOCK": "/run/s"],
            ["DISPLAY": ":0.0", "XAUTHORITY": "/b", "HOME": "/a"],
            ["DISPLAY": ":2", "WAYLAND_DISPLAY": "wayland-0"],
            ["DISPLAY": "unix:3", "HOME": "/a", "WAYLAND_DISPLAY": "", "SWAYSOCK": "/run/s"],
            ["DBUS_SESSION_BUS_ADDRESS": "unix:path=/b"],
            ["DBUS_SESSION_BUS_ADDRESS": "tcp:host=192.0.2.1"],
            [:],
        ])
        #expect(places == [.sway("/run/s"), .x11(first), .x11(second), .bus("unix:path=/b")])
        #expect(places.map(\.name) == ["sway", "X11", "X11", "org.quiesce.Focus1"])
        #expect(
            places.map(\.socket) == [
                "/run/s", "/tmp/.X11-unix/X3", "/tmp/.X11-unix/X0", "unix:path=/b",
            ])
    }

    @Test(
        "Another machine's display, or none, isn't one",
        arguments: [
            "localhost:10.0", "192.0.2.1:0", "[::1]:0", "::0", ":", "", ":x", ":-1", ":70000", "0",
        ])
    func displays(_ name: String) {
        #expect(X11Display(environment: ["DISPLAY": name]) == nil)
    }

    // MARK: Cookies

    private func entry(
        _ family: UInt16, _ host: String, _ display: String, _ secret: [UInt8],
        kind: String = "MIT-MAGIC-COOKIE-1"
    ) -> [UInt8] {
        [Array(host.utf8), Array(display.utf8), Array(kind.utf8), secret].reduce([
            UInt8(family >> 8), UInt8(family & 0xff),
        ]) { $0 + [0, UInt8($1.count)] + $1 }
    }

    @Test("A display's cookie is this machine's, or any's, for its number, or any")
    func cookies() {
        let file =
            entry(256, "other", "0", [1]) + entry(0, "\u{7f}", "0", [2])
            + entry(256, "here", "1", [3]) + entry(256, "here", "0", [4], kind: "XDM")
            + entry(256, "here", "0", [5]) + entry(0xffff, "", "", [6])
        func find(_ display: Int) -> [UInt8]? {
            X11Cookie.find(in: file, display: display, host: Array("here".utf8))
        }
        #expect([0, 1, 2].map(find) == [[5], [3], [6]])
        // Cut off anywhere, it has fewer.
        for count in 0..<file.count {
            let found = X11Cookie.find(
                in: Array(file[..<count]), display: 2, host: Array("here".utf8))
            #expect(found == nil)
        }
    }
}
