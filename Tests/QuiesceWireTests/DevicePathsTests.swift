import QuiesceWire
import TestSupport
import Testing

@Suite struct DevicePathsTests {
    private func paths(
        _ option: String? = nil, _ environment: [String: String] = [:], root: Bool = false
    ) -> DevicePaths {
        DevicePaths(option: option, environment: environment, isRoot: root, folder: "/here")
    }

    @Test("A home that was chosen holds the sockets too")
    func chosen() {
        let runtime = ["XDG_RUNTIME_DIR": "/run/user/7", "QUIESCE_HOME": "/env"]
        #expect(paths("/opt/../a", runtime).home == "/a")
        #expect(paths("b/c", runtime).controlSocket == "/here/b/c/control.sock")
        #expect(paths(nil, runtime).home == "/env")
        #expect(paths(nil, runtime).appSocket == "/env/app.sock")
        #expect(paths(nil, ["QUIESCE_HOME": "rel"], root: true).home == "/here/rel")
    }

    @Test("Otherwise a user's device is in the state folder and its sockets in the runtime folder")
    func user() {
        let all = ["XDG_STATE_HOME": "/s", "XDG_RUNTIME_DIR": "/r", "HOME": "/home/u"]
        #expect(paths(nil, all).home == "/s/quiesce")
        #expect(paths(nil, all).controlSocket == "/r/quiesce/control.sock")
        let home = paths(nil, ["HOME": "/home/u"])
        #expect(home.home == "/home/u/.local/state/quiesce")
        #expect(home.controlSocket == "/home/u/.local/state/quiesce/control.sock")
    }

    @Test("Root's device is the system's")
    func root() {
        #expect(paths(nil, ["HOME": "/root"], root: true).home == "/var/lib/quiesce")
        #expect(paths(nil, ["HOME": "/root"], root: true).sockets == "/run/quiesce")
        #expect(paths(nil, ["XDG_STATE_HOME": "/s"], root: true).home == "/s/quiesce")
    }

    @Test("Empty variables count as unset, and so do relative XDG ones")
    func unset() {
        let odd = ["QUIESCE_HOME": "", "XDG_STATE_HOME": "rel", "XDG_RUNTIME_DIR": ""]
        #expect(paths(nil, odd, root: true) == paths(nil, [:], root: true))
    }
}
