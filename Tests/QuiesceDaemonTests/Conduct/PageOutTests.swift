import CQuiesceLinux
import Glibc
import QuiesceCore
import QuiesceLinux
import TestSupport
import Testing

@testable import QuiesceDaemon

@Suite("Paging out, and the kernel's kills") struct PageOutTests {
    @Test("A process's own memory is told from files and what it shares", .behaviour("M1"))
    func ranges() {
        let maps = """
            55d0-55e0 r-xp 00000000 fe:00 123 /usr/bin/app
            00400000-00600000 rw-p 00000000 00:00 0
            00700000-00700000 rw-p 00000000 00:00 0
            00800000-00801000 rw-p 00000000 00:00 0    [heap]
            00900000-00a00000 rw-s 00000000 00:01 77 /dev/shm/x
            rubbish
            """
        let ranges = PageOut.privateRanges(maps)
        #expect(ranges.map(\.iov_len) == [0x200000, 0x1000])
        #expect(ranges.first?.iov_base == UnsafeMutableRawPointer(bitPattern: 0x400000))
    }

    @Test("Swap is free as the kernel says", arguments: [("SwapFree:  12 kB", 12_288), ("", 0)])
    func swap(meminfo: String, bytes: UInt64) { #expect(PageOut.free(meminfo) == bytes) }

    @Test(
        "A SIGKILL that nobody here sent is the kernel's if it has counted one",
        .behaviour("reliability P10", "M1"))
    func attribution() {
        var counted: UInt64 = 7
        let kills = KernelKills { counted }
        #expect(kills.explain(.signalled(9), isOurs: false) == .signalled(9))
        counted += 2
        #expect(kills.explain(.signalled(9), isOurs: false) == .outOfMemory)
        #expect(kills.explain(.signalled(9), isOurs: false) == .outOfMemory)
        #expect(kills.explain(.signalled(9), isOurs: false) == .signalled(9))
        counted += 1
        #expect(kills.explain(.signalled(9), isOurs: true) == .signalled(9))
        #expect(kills.explain(.signalled(9), isOurs: false) == .signalled(9))
        counted += 1
        #expect(kills.explain(.signalled(11), isOurs: false) == .signalled(11))
        #expect(kills.explain(.exited(code: 0), isOurs: false) == .exited(code: 0))
    }

    @Test("The kernel counts its kills, and takes advice about a process's memory")
    func kernel() {
        // The first number is there from Linux 4.13 on.
        #expect(MemoryLimit.field("oom_kill", in: ProcFile.read("/proc/vmstat") ?? "") != nil)
        #expect(MemoryLimit.field("absent", in: "oom_kill 3") == nil)
        // Without swap nothing moves; the call is understood all the same.
        let bytes = 1 << 20
        let memory = UnsafeMutableRawPointer.allocate(byteCount: bytes, alignment: 4_096)
        defer { memory.deallocate() }
        memset(memory, 1, bytes)
        var range = iovec(iov_base: memory, iov_len: bytes)
        let answer = ql_page_out(getpid(), &range, 1)
        #expect(answer == 0 || answer == -EPERM)
        #expect(memory.load(fromByteOffset: bytes - 1, as: UInt8.self) == 1)
    }
}
