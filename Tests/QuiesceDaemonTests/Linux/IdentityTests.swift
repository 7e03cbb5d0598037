import CQuiesceLinux
import Foundation
import QuiesceCore
import TestSupport
import Testing

@testable import QuiesceDaemon

/// The identity of the process at the other end of a socket (A1).
@Suite struct IdentityTests {
    /// The credentials that the kernel would report for a process that connects.
    private func peer(_ pid: pid_t, pidfd: CInt) -> ql_peer {
        ql_peer(pid: pid, uid: getuid(), gid: getgid(), pidfd: pidfd)
    }

    private func withPeer<Result>(_ pid: pid_t, _ body: (ql_peer) throws -> Result) throws -> Result
    {
        let pidfd = ql_pidfd_open(pid)
        try #require(pidfd >= 0)
        defer { close(pidfd) }
        return try body(peer(pid, pidfd: pidfd))
    }

    @Test(
        "An app's process, its child and its daemonised grandchild are that app, and no other",
        .behaviour("reliability A1"), arguments: ProcessFixture.backends)
    func family(backend: ProcessBackend) throws {
        let device = try ProcessFixture(backend)
        let (key, pid) = try device.shell("sleep 1000 & echo $!; setsid sleep 1000 & echo $!; wait")
        let (other, otherPID) = try device.start("/bin/sleep", ["1000"])
        #expect(device.wait { device.output.split(separator: "\n").count == 2 })
        let children = device.output.split(separator: "\n").compactMap { pid_t($0) }
        for member in [pid] + children {
            try withPeer(member) { peer in
                #expect(device.processes.identify(peer) == key)
                #expect(device.processes.isAppProcess(peer))
            }
        }
        try withPeer(otherPID) { #expect(device.processes.identify($0) == other) }
    }

    @Test(
        "A foreign process is no app, whatever its environment says", .behaviour("reliability A1"),
        arguments: ProcessFixture.backends)
    func foreignProcesses(backend: ProcessBackend) throws {
        let device = try ProcessFixture(backend)
        let (_, _) = try device.start("/bin/sleep", ["1000"])
        try withPeer(getpid()) { peer in
            #expect(device.processes.identify(peer) == nil)
            #expect(!device.processes.isAppProcess(peer))
        }
        // Another device's app, which claims to be this one's.
        let neighbour = try ProcessFixture(backend)
        var request = try neighbour.request(neighbour.nextKey(), "/bin/sleep", ["1000"])
        request.environment += device.configuration.markers(of: request.key)
        let pid = try neighbour.spawn(request).get()
        try withPeer(pid) { #expect(device.processes.identify($0) == nil) }
    }

    @Test(
        "A process number that came to mean another process identifies nobody",
        .behaviour("reliability A1", "reliability P1"),
        arguments: ProcessFixture.backends)
    func reusedNumber(backend: ProcessBackend) throws {
        let device = try ProcessFixture(backend)
        let (dead, deadPID) = try device.start("/bin/sleep", ["1000"])
        let deadPidfd = ql_pidfd_open(deadPID)
        defer { close(deadPidfd) }
        device.processes.kill(dead)
        #expect(device.wait { device.gone.contains(dead) })
        let (_, livingPID) = try device.start("/bin/sleep", ["1000"])
        // The connection's process is dead, and its number is the living app's.
        #expect(device.processes.identify(peer(livingPID, pidfd: deadPidfd)) == nil)
        #expect(device.processes.isAppProcess(peer(livingPID, pidfd: deadPidfd)))
    }

    @Test(
        "Where the kernel gives no pidfd, only processes we hold are known",
        .behaviour("reliability A1"), arguments: ProcessFixture.backends)
    func withoutPidfd(backend: ProcessBackend) throws {
        let device = try ProcessFixture(backend)
        let (key, pid) = try device.start("/bin/sleep", ["1000"])
        #expect(device.processes.identify(peer(pid, pidfd: -1)) == key)
        #expect(device.processes.identify(peer(getpid(), pidfd: -1)) == nil)
    }
}
