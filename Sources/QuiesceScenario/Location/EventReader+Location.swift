import QuiesceCore
import QuiesceSimulation

// Where the device is, and who wants to know.
extension EventRoom {
    static let location = EventRoom(actions: ["location"]) { $0.location($1, $2) }
}

extension Reader {
    /// `location: {at: 47.05 8.3, accuracy: 10}`, `location: {source: false}`, or what an app asks: `location: {app: Runner,
    /// start: 10, distance: 50}`, `{app: Runner, significant: true}`, `{app: Runner, region: home, at: 47.05 8.3, radius: 100}`,
    /// `{app: Runner, forget: home}`, `{app: Runner, stop: true}`.
    fileprivate func location(_ field: Fields.Entry, _ apps: [DeclaredApp]) -> DeclaredEvent.What? {
        let keys = [
            "app", "at", "accuracy", "source", "start", "distance", "stop", "significant", "region",
            "radius", "forget",
        ]
        guard let fields = map(field.value, of: "location", keys: keys) else { return nil }
        guard let app = fields["app"] else { return place(fields) }
        guard let app = self.app(app, apps), let request = request(fields) else { return nil }
        return .step(.location(.ask(app: app, request)))
    }

    private func place(_ fields: Fields) -> DeclaredEvent.What? {
        if let source = fields["source"] {
            return flag(source).map { .step(.location(.source(isThere: $0))) }
        }
        guard let at = fields["at"] else {
            report(
                fields.mark,
                "location needs \"at\" with a latitude and a longitude, \"source\", or \"app\" with what it asks"
            )
            return nil
        }
        let accuracy = fields["accuracy"].map { number($0, in: 0...100_000) } ?? 5
        guard let position = position(at), let accuracy else { return nil }
        return .step(.location(.move(position, accuracy: Double(accuracy))))
    }

    private func request(_ fields: Fields) -> LocationRequest? {
        if let start = fields["start"] {
            let distance = fields["distance"].map { number($0, in: 0...1_000_000) } ?? 0
            guard let accuracy = number(start, in: 0...1_000_000), let distance else { return nil }
            return .start(
                manager: 1,
                wish: LocationWish(accuracy: Double(accuracy), distance: Double(distance)))
        }
        if fields["stop"] != nil { return .stop(manager: 1) }
        if let significant = fields["significant"] {
            return flag(significant).map { $0 ? .startSignificant : .stopSignificant }
        }
        if let forget = fields["forget"] { return text(forget).map { .stopMonitoring(region: $0) } }
        guard let region = fields["region"], let at = fields["at"] else {
            report(
                fields.mark,
                "an app asks for \"start\", \"stop\", \"significant\", \"region\" with \"at\", or \"forget\""
            )
            return nil
        }
        let radius = fields["radius"].map { number($0, in: 1...1_000_000) } ?? 100
        guard let name = text(region), let center = position(at), let radius else { return nil }
        return .monitor(
            region: WatchedRegion(
                .circle(CircularRegion(identifier: name, center: center, radius: Double(radius)))))
    }

    /// `47.05 8.3`
    private func position(_ field: Fields.Entry) -> Position? {
        guard let text = text(field) else { return nil }
        let numbers = text.split(separator: " ").map { Double($0) }
        if numbers.count == 2, let latitude = numbers[0], let longitude = numbers[1],
            let position = Position(latitude: latitude, longitude: longitude)
        {
            return position
        }
        report(
            field.value.mark,
            "\"\(text)\" is no place: a latitude and a longitude in degrees, such as 47.05 8.3")
        return nil
    }
}
