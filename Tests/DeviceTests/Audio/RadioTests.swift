import Foundation
import TestSupport
import Testing

@Suite("Sound of real apps, without a sound server") struct RadioTests {
    @Test(
        "Radio plays on while another app is in front, and is suspended once it is silent",
        .behaviour("A1", "A5"))
    func playsOn() throws {
        try withDevice { device in
            let radio = try device.install(example: "Radio")
            let other = try device.install(example: "SlowCount")
            try device.open(radio)
            try device.wait(radio, toPrint: "Lake plays")
            try device.open(other)
            try device.wait(other, "active")
            try device.wait(radio, "background")
            #expect(try device.quiesce("why", radio).out.contains("it plays or records (A1)"))
            // The keys are for who plays, whoever is in front.
            try key(device, "nextTrack")
            try device.wait(radio, toPrint: "Hill plays")
            try key(device, "pause")
            try device.wait(radio, toPrint: "Hill is silent")
            try device.wait(radio, "suspended")
            try key(device, "play")
            try device.wait(radio, "background")
            try device.wait(radio, toPrint: "Hill plays")
            try key(device, "togglePlayPause")
            try device.wait(radio, "suspended")
            #expect(try device.ps(radio).launch == 1)
            #expect(try device.ps(other).state == "active")
        }
    }

    @Test(
        "A play key launches the radio that played last, also after the device was shut down",
        .behaviour("A5", "W6"))
    func launchedForAKey() throws {
        try withDevice { device in
            let radio = try device.install(example: "Radio")
            try device.open(radio)
            try device.wait(radio, toPrint: "Lake plays")
            try device.perform(.home)
            try key(device, "pause")
            try device.wait(radio, "suspended")
            try device.down()
            try device.start()
            #expect(try device.ps(radio).state == "notRunning")
            let pause = try device.quiesce("send", "remote-control", "pause")
            #expect(pause.code == 1)
            try key(device, "nextTrack")
            try device.wait(radio, toPrint: "Hill plays")
            try device.wait(radio, "background")
            #expect(try device.ps(radio).launch == 2)
            try key(device, "pause")
            try device.wait(radio, "suspended")
        }
    }

    @Test(
        "A radio interrupts the one before, which goes on when the other has ended",
        .behaviour("A3"))
    func interrupted() throws {
        try withDevice { device in
            let first = try device.install(example: "Radio")
            let second = try device.install(example: "Radio", id: "org.example.Second")
            try device.open(first)
            try device.wait(first, toPrint: "Lake plays")
            try device.open(second)
            try device.wait(second, toPrint: "Lake plays")
            try device.wait(first, toPrint: "Lake was interrupted")
            try device.wait(first, "suspended")
            try device.perform(.quit(app: second))
            try device.wait(first, toPrint: "goes on")
            try device.wait(first, "background")
        }
    }

    @Test("A key that nobody takes, or for nobody, is refused", .behaviour("A5"))
    func refused() throws {
        try withDevice { device in
            let radio = try device.install(example: "Radio")
            let nobody = try device.quiesce("send", "remote-control", "play")
            #expect(nobody.code == 1, "\(nobody.out)")
            try device.open(radio)
            try device.wait(radio, toPrint: "Lake plays")
            let stop = try device.quiesce("send", "remote-control", "stop")
            #expect(stop.code == 1 && stop.error.contains("does not take"), "\(stop.error)")
        }
    }

    private func key(_ device: LiveDevice, _ name: String) throws {
        let run = try device.quiesce("send", "remote-control", name)
        #expect(run.code == 0, "\(run.error)")
    }
}
