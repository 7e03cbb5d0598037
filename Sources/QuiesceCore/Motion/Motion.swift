/// The apps that get the samples of each sensor, and how often (H2). An app that asked gets samples
/// while it executes: in front, also inactive (S13), and out of sight. A suspended app gets none,
/// and a sensor that nobody gets is off, which spares the battery. A request ends with its launch:
/// nothing of it lasts, and no app is woken for it.
///
/// There is no effect for motion. The set of apps that are fed follows from the state, in no order
/// with anything else, so the shell looks at it after each event; the shell of a new daemon needn't
/// be told what the one before knew.
// derive: json sparse
struct Motion: Room, Sendable, Hashable {
    /// In the order in which they first asked.
    var listeners: [MotionListener] = []

    mutating func handle(_ event: MotionEvent, in around: inout Surroundings) {
        switch event {
        case .asked(let app, let launch, let request, let asked):
            guard around.takeRequest((app, launch, request), lasts: false) else { return }
            take(asked, from: app, launch, in: &around)
        }
    }

    private mutating func take(
        _ request: MotionRequest, from app: AppID, _ launch: Launch, in around: inout Surroundings
    ) {
        var place = listeners.firstIndex { $0.app == app && $0.launch == launch }
        if place == nil, case .start = request {
            listeners.append(MotionListener(app: app, launch: launch))
            place = listeners.indices.last
        }
        guard let place, let change = listeners[place].take(request) else { return }
        around.note(.input, change.reason, .h2, detail: change.detail, of: app)
    }

    /// Takes note of who executes since the last event, and who doesn't any more.
    mutating func settle(in around: inout Surroundings) {
        guard !listeners.isEmpty else { return }
        listeners.removeAll { $0.wishes.isEmpty || !around.isAlive($0.app, $0.launch) }
        for place in listeners.indices {
            let app = listeners[place].app
            let executes = around.hears(app)
            guard executes != listeners[place].isFed else { continue }
            listeners[place].isFed = executes
            around.note(.deliver, executes ? .motionResumed : .motionPaused, .s13, of: app)
        }
    }
}
