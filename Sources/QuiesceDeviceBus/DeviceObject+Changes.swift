import QuiesceBus

// Properties, and signals.
extension DeviceObject {
    func value(_ property: DeviceInterface.Property) -> Field {
        switch property {
        case .version: .number(DeviceInterface.version)
        case .foreground: .text(history.view.foreground)
        case .locked: .flag(history.view.isLocked)
        case .profile: .text(history.view.profile)
        }
    }

    func calledProperties(_ method: String, _ call: borrowing BusMessage) {
        switch method {
        case "Get":
            guard let arguments = arguments(call, "ss", count: 2),
                let property = property(arguments, call)
            else { return }
            let value = value(property)
            answer(call) { answer throws(BusError) in try answer.append(variant: value) }
        case "GetAll":
            guard let arguments = arguments(call, "s", count: 1) else { return }
            var fields = Fields()
            if arguments[0].text == DeviceInterface.interface {
                fields = self.fields(DeviceInterface.Property.allCases)
            }
            answer(call) { answer throws(BusError) in try answer.append(fields: fields) }
        case "Set":
            guard let arguments = arguments(call, "ssv", count: 3),
                let property = property(arguments, call)
            else { return }
            refuse(call, "PropertyReadOnly", "\(property.rawValue) can only be read")
        case _: refuse(call, "UnknownMethod", "\(Self.properties) has no method \(method)")
        }
    }

    private func fields(_ properties: [DeviceInterface.Property]) -> Fields {
        .init(uniqueKeysWithValues: properties.map { ($0.rawValue, value($0)) })
    }

    private func property(
        _ arguments: [BusTree], _ call: borrowing BusMessage
    ) -> DeviceInterface.Property? {
        let name = arguments[1].text ?? ""
        if arguments[0].text == DeviceInterface.interface,
            let property = DeviceInterface.Property(rawValue: name)
        {
            return property
        }
        refuse(call, "UnknownProperty", "there is no property \(name)")
        return nil
    }

    // MARK: Signals

    func tell(_ changes: [DeviceChange]) {
        var properties: [DeviceInterface.Property] = []
        for change in changes {
            switch change {
            case .state(let app, let state, let reason):
                signal(.stateChanged, [app, state, reason])
            case .foreground(let app): signal(.foregroundChanged, [app])
            case .added(let id, let app, let title):
                signal(.notificationAdded, number: id, [app, title])
            case .removed(let id, let app): signal(.notificationRemoved, number: id, [app])
            case .installed(let app, let version): signal(.installed, [app, version])
            case .uninstalled(let app): signal(.uninstalled, [app])
            case .asked(let id, let prompt):
                signal(.promptAdded, number: id, [prompt.app, prompt.permission])
            case .answered(let id, let app): signal(.promptRemoved, number: id, [app])
            case .property(let property): properties.append(property)
            }
        }
        if properties.isEmpty { return }
        let changed = fields(properties)
        attempt { () throws(BusError) in
            try bus.signal("PropertiesChanged", of: Self.properties, path: DeviceInterface.path) {
                message throws(BusError) in
                try message.append(DeviceInterface.interface)
                try message.append(fields: changed)
                try message.append([])
            }
        }
    }

    private func signal(
        _ signal: DeviceInterface.Signal, number: UInt64? = nil, _ texts: [String]
    ) {
        attempt { () throws(BusError) in
            try bus.signal(
                signal.rawValue, of: DeviceInterface.interface, path: DeviceInterface.path
            ) { message throws(BusError) in
                if let number { try message.append(number) }
                for text in texts { try message.append(text) }
            }
        }
    }
}
