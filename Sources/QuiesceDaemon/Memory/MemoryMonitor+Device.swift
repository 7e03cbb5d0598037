import QuiesceCore
import QuiesceLinux
import QuiesceShell

extension MemoryMonitor {
    /// Tells the device when memory runs short, and how much its apps use.
    convenience init(_ device: Device, _ meter: MemoryMeter, loop: EventLoop)
        throws(SystemCallError)
    {
        try self.init(loop: loop) { [unowned device, meter] shortage in
            let apps = device.machine.views.filter(\.isAlive).map(\.key)
            meter.measure(apps) { [device] measured in
                let footprints = measured.map {
                    Footprint(app: $0.app, launch: $0.launch, bytes: UInt64(clamping: $1))
                }.sorted { $0.app < $1.app }
                device.take(
                    .memoryPressure(
                        MemoryPressure(
                            level: shortage.level, bytes: shortage.bytes, footprints: footprints,
                            canPageOut: PageOut.hasRoom(for: shortage.bytes))))
            }
        }
    }
}
