import CPulse
import Glibc

/// Calls once, at the time that it is set to. Belongs to the sound server's thread.
final class PulseTimer {
    private let api: UnsafeMutablePointer<pa_mainloop_api>
    private let handler: () -> Void
    private var event: OpaquePointer?

    init(_ api: UnsafeMutablePointer<pa_mainloop_api>, handler: @escaping () -> Void) {
        self.api = api
        self.handler = handler
    }

    deinit { clear() }

    var isSet: Bool { event != nil }

    /// In place of what was set before.
    func set(milliseconds: Int) {
        clear()
        // A time of the wall clock, but libpulse goes by the monotonic one from here on.
        var time = timeval()
        gettimeofday(&time, nil)
        pa_timeval_add(&time, pa_usec_t(milliseconds) * 1_000)
        let new = api.pointee.time_new
        event = new?(
            api, &time,
            { _, _, _, context in
                guard let context else { return }
                Unmanaged<PulseTimer>.fromOpaque(context).takeUnretainedValue().fire()
            }, Unmanaged.passUnretained(self).toOpaque())
    }

    func clear() {
        if let event { api.pointee.time_free?(event) }
        event = nil
    }

    private func fire() {
        clear()
        handler()
    }
}
