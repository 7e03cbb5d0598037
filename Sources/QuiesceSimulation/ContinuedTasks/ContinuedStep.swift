import QuiesceCore

/// An app does something with its continued tasks, if it runs, or its user does. Apps are named by
/// their place, tasks by their number.
// derive: cases
public enum ContinuedStep: Sendable, Hashable {
    case submit(app: Int, task: Int, waits: Bool)
    /// A part more of each that runs is done.
    case report(app: Int)
    /// The one that has run the longest is done.
    case complete(app: Int)
    case cancel(app: Int)
    /// The user stops one, or all.
    case stop(app: Int, task: Int?)
}

extension ContinuedStep: StepBody {
    var app: Int? {
        switch self {
        case .submit(let app, _, _), .report(let app), .complete(let app), .cancel(let app),
            .stop(let app, _):
            app
        }
    }

    var isRequest: Bool { if case .stop = self { true } else { false } }

    /// The identifier of every continued task of an app in a scenario.
    public static func identifiers(of app: AppID) -> String { "\(app.name).work.*" }

    static func identifier(_ task: Int, of app: AppID) -> String { "\(app.name).work.\(task)" }

    func perform(on device: SimulatedDevice) {
        let part = device.parts.continuedTasks
        switch self {
        case .submit(let place, let task, let waits):
            guard let app = device.scripted(place), app.runs else { return }
            part.submit(task, waits: waits, in: app)
        case .report(let place):
            if let app = device.scripted(place), app.runs { part.report(in: app) }
        case .complete(let place):
            if let app = device.scripted(place), app.runs { part.complete(in: app) }
        case .cancel(let place):
            guard let app = device.scripted(place), app.runs else { return }
            app.session.ask(ContinuedRequest.cancel(identifier: nil))
            app.flush()
        case .stop(let place, let task):
            let app = device.apps[place].id
            let identifier = task.map { Self.identifier($0, of: app) }
            device.ask { .continued(.stop(app, identifier: identifier, $0)) }
        }
    }
}
