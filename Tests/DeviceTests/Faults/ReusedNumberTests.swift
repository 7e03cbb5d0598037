import Foundation
import Glibc
import QuiesceWire
import TestSupport
import Testing

@Suite(
    "Process numbers that the kernel gives again",
    .enabled(
        if: NumberTaker.refusal == nil,
        "nobody may choose a process's number here: \(NumberTaker.refusal ?? "")"))
struct ReusedNumberTests {
    @Test(
        "Another's process with the number of an app that has ended is neither taken for the app nor touched, by this daemon or the next",
        .behaviour("reliability P1"), arguments: Freezer.available)
    func whileDaemonLives(freezer: Freezer) throws {
        try withDevice(options: freezer.options) { device in
            let puppet = try Puppet(device)
            try device.open(puppet.app)
            try device.wait(puppet.app, "active")
            let pid = pid_t(try device.pid(puppet.app))
            kill(pid, SIGKILL)
            try device.wait(puppet.app, "notRunning")
            puppet.disconnect()
            let other = try NumberTaker(pid)
            #expect(try device.ps(puppet.app).pid == nil)
            try device.succeed(.killed)
            #expect(try device.ps(puppet.app).state == "notRunning")
            try open(puppet, on: device)
            #expect(other.isUntouched)
        }
    }

    @Test(
        "Nor is one that has it since a frozen app was killed while there was no daemon",
        .behaviour("reliability P1", "reliability P8"), arguments: Freezer.available)
    func withoutDaemon(freezer: Freezer) throws {
        try withDevice(options: freezer.options) { device in
            let puppet = try Puppet(device)
            try device.open(puppet.app)
            try device.wait(puppet.app, "active")
            try device.perform(.home)
            try device.wait(puppet.app, "suspended")
            let pid = pid_t(try device.pid(puppet.app))
            device.killDaemon()
            kill(pid, SIGKILL)
            puppet.disconnect()
            let other = try NumberTaker(pid)
            try device.start()
            try device.wait(puppet.app, "notRunning")
            #expect(other.isUntouched)
            try open(puppet, on: device)
            #expect(other.isUntouched)
        }
    }

    /// Opens and ends it again: what is signalled then is the new process.
    private func open(_ puppet: Puppet, on device: LiveDevice) throws {
        try device.open(puppet.app)
        try device.wait(puppet.app, "active")
        try device.perform(.home)
        try device.wait(puppet.app, "suspended")
        try device.perform(.quit(app: puppet.app))
        try device.wait(puppet.app, "notRunning")
        puppet.disconnect()
    }
}
