import QuiesceCore

// An app's end of its connection.
extension CoreHarness {
    func connect(_ process: AppProcess) {
        let app = process.app
        guard behaviour(of: app).connects, !process.connected else { return }
        processes[app]?.connected = true
        send(
            .connected(
                app, process.launch, lastReceived: process.lastReceived,
                lastHandled: process.lastHandled, openTasks: process.openTasks))
        for (_, event) in process.outbox where processes[app]?.connected == true { send(event) }
    }

    func welcome(
        _ process: AppProcess, _ lastRequest: UInt64, _ device: DeviceConditions,
        _ permissions: AppPermissions
    ) {
        let app = process.app
        expect(process.connected, "\(app) is welcome and not connected")
        processes[app]?.device = device
        processes[app]?.permissions = permissions
        processes[app]?.outbox.removeAll { $0.request <= lastRequest }
    }

    func deliver(_ delivery: Delivery, _ again: Bool, to process: AppProcess) {
        expect(
            process.connected && !process.frozen && process.freezing == nil,
            "\(process.app) can't hear \(delivery)")
        guard delivery.seq > process.lastReceived else {
            return expect(again, "\(delivery) is called new")
        }
        processes[process.app]?.lastReceived = delivery.seq
        receive(delivery, process)
    }

    func acknowledge(_ app: AppID, _ launch: Launch, _ request: UInt64) {
        guard processes[app]?.launch == launch else { return }
        processes[app]?.outbox.removeAll { $0.request <= request }
    }

    // MARK: Requests

    func request(_ app: AppID, _ make: (UInt64) -> Event) {
        guard let request = processes[app].map({ $0.lastRequest + 1 }) else { return }
        let event = make(request)
        processes[app]?.lastRequest = request
        processes[app]?.outbox.append((request, event))
        if processes[app]?.connected == true { send(event) }
    }

    /// The app asks for something now, with the number that is next.
    public final func perform(_ process: AppProcess, _ request: @escaping (UInt64) -> Event) {
        act(process, .request(request))
        run()
    }

    /// The app begins a task now.
    public final func beginTask(_ app: AppID, _ task: UInt64, name: String? = nil) {
        guard let process = processes[app] else { return }
        processes[app]?.openTasks.append(TaskID(task))
        perform(process) { .beginTask(app, process.launch, request: $0, TaskID(task), name: name) }
    }

    /// The app ends a task now.
    public final func endTask(_ app: AppID, _ task: UInt64) {
        guard let process = processes[app] else { return }
        processes[app]?.openTasks.removeAll { $0 == TaskID(task) }
        perform(process) { .endTask(app, process.launch, request: $0, TaskID(task)) }
    }

    /// The app calls the completion handler of a wake-up now.
    public final func complete(_ app: AppID, _ wake: UInt64, _ result: WakeResult = .newData) {
        guard let process = processes[app] else { return }
        perform(process) { .completeWake(app, process.launch, request: $0, WakeID(wake), result) }
    }
}
