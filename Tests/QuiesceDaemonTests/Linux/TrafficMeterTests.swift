import Foundation
import Glibc
import TestSupport
import Testing

@testable import QuiesceDaemon

@Suite(
    "What a cgroup receives",
    .enabled(if: CountedTraffic.isThere, CountedTraffic.missing))
struct TrafficMeterTests {
    /// Says its port once it is in the cgroup of that folder, and then how long what comes there
    /// is.
    private static let receiver = """
        import os, socket, sys
        if sys.argv[1]:
            with open(sys.argv[1] + "/cgroup.procs", "w") as procs: procs.write(str(os.getpid()))
        here = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        here.bind(("127.0.0.1", 0))
        print(here.getsockname()[1], flush=True)
        while True: print(len(here.recv(2000)), flush=True)
        """

    /// A process that receives datagrams, and a socket that is connected to it.
    private final class Pair {
        private let process: SpawnedProcess
        private let sender = socket(AF_INET, Int32(SOCK_DGRAM.rawValue), 0)

        init(in cgroup: String) throws {
            process = try SpawnedProcess(
                ["/usr/bin/python3", "-c", TrafficMeterTests.receiver, cgroup],
                environment: ["PATH": "/usr/bin:/bin"],
                talks: (input: false, output: true))
            var address = sockaddr_in()
            address.sin_family = sa_family_t(AF_INET)
            address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
            let port = try said()
            address.sin_port = try #require(UInt16(port)).bigEndian
            let isConnected = withUnsafePointer(to: &address) {
                $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    connect(sender, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
                }
            }
            try #require(isConnected)
        }

        deinit { close(sender) }

        func end() { process.end() }

        /// Returns when it has received them.
        func receive(_ count: Int) throws {
            let bytes = [UInt8](repeating: 7, count: count)
            try #require(send(sender, bytes, count, 0) == count)
            #expect(try said() == "\(count)")
        }

        private func said() throws -> String {
            var buffer = [UInt8](repeating: 0, count: 100)
            let count = recv(process.output, &buffer, buffer.count, 0)
            try #require(count > 0, "the receiver ended with \(process.wait())")
            return String(decoding: buffer[..<count], as: UTF8.self)
                .trimmingCharacters(in: .newlines)
        }
    }

    @Test(
        "What its processes receive from now on counts, and what others receive doesn't",
        .behaviour("F6"))
    func counts() throws {
        let mount = try #require(CountedTraffic.mount)
        let folder = "\(mount)/traffic-meter-\(getpid())"
        try #require(mkdir(folder, 0o755) == 0)
        defer { rmdir(folder) }
        let inside = try Pair(in: folder)
        defer { inside.end() }
        let outside = try Pair(in: "")
        defer { outside.end() }
        try inside.receive(500)
        let meter = try #require(TrafficMeter(cgroup: folder))
        #expect(meter.received == 0)
        try inside.receive(1_000)
        // With the headers of UDP and IP.
        #expect(meter.received == 1_028)
        try outside.receive(1_000)
        #expect(meter.received == 1_028)
        try inside.receive(1)
        #expect(meter.received == 1_057)
    }

    @Test("There is none of a folder that is no cgroup")
    func elsewhere() { #expect(TrafficMeter(cgroup: "/tmp") == nil) }
}
