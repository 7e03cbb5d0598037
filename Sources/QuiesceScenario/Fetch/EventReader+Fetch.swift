import QuiesceSimulation

extension EventRoom {
    static let fetches = EventRoom(actions: ["fetch"]) { reader, field, apps in
        reader.app(field, apps).map { .step(.fetch(app: $0)) }
    }
}
