/// What a simulated device has of each capability: the one list of them. They hear of everything in this order.
struct SimulatedParts {
    let transfers = TransferPart()
    let notifications = NotificationPart()
    let fetches = FetchPart()
    let pushes = PushPart()

    let all: [any SimulatedPart]

    init() { all = [transfers, notifications, fetches, pushes, MemoryPart()] }
}
