import TestSupport
import Testing

@Suite("Motion in a real app") struct MotionTests {
    @Test(
        "Samples reach the object that asked for them, in front and inactive, and no suspended app",
        .behaviour("H2", "S13"))
    func samples() throws {
        try withDevice { device in
            let app = try device.installRecorder()
            try device.open(app, "--fifo")
            // A sensor that is played is there.
            try tilt(device, "0,0,-1")
            try device.tell(app, "accelerometer")
            try device.wait(app, toPrint: "feels true")
            try tilt(device, "0.5,0,-0.86")
            try device.wait(app, toPrint: "tilts 0.5 0.0")
            #expect(try device.quiesce("send", "call", "incoming").code == 0)
            try device.wait(app, "inactive")
            try tilt(device, "0,0.5,-0.86")
            try device.wait(app, toPrint: "tilts 0.0 0.5")
            #expect(try device.quiesce("send", "call", "end").code == 0)
            try device.wait(app, "active")
            try device.perform(.home)
            try device.wait(app, "suspended")
            try tilt(device, "1,1,0")
            try device.open(app)
            try device.wait(app, "active")
            try tilt(device, "0.25,0,-1")
            #expect(try !device.wait(app, toPrint: "tilts 0.25 0.0").contains("tilts 1.0 1.0"))
        }
    }

    @Test(
        "Gyroscope and magnetometer reach the object that asked, each with its own samples",
        .behaviour("H2"))
    func turnsAndFields() throws {
        try withDevice { device in
            let app = try device.installRecorder()
            try device.open(app, "--fifo")
            try device.tell(app, "compass")
            try device.wait(app, toPrint: "feels true")
            let run = try device.quiesce(
                "send", "motion", "--gyroscope", "0,1.5,0.25", "--magnetometer", "20,-4.5,40")
            #expect(run.code == 0, "\(run.error)")
            try device.wait(app, toPrint: "turns 0.0 1.5 0.25")
            let printed = try device.wait(app, toPrint: "field 20.0 -4.5 40.0")
            #expect(!printed.contains("tilts"))
        }
    }

    private func tilt(_ device: LiveDevice, _ axes: String) throws {
        let run = try device.quiesce("send", "motion", "--accelerometer", axes)
        #expect(run.code == 0, "\(run.error)")
    }
}
