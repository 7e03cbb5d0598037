// What of pushes goes into a fingerprint: all of it.

extension Fingerprint {
    mutating func add(_ effect: PushEffect) {
        switch effect {
        case .requestToken(let app):
            add(1 as UInt64)
            add(app)
        case .retireToken(let app):
            add(2 as UInt64)
            add(app)
        case .acknowledge(let sequence):
            add(3 as UInt64)
            add(sequence)
        }
    }

    mutating func add(_ call: PushCall) {
        switch call {
        case .registered(let token):
            add(1 as UInt64)
            add(token)
        case .notRegistered(let why):
            add(2 as UInt64)
            add(why)
        case .received(let id, let content, let opened):
            add(3 as UInt64)
            add(id) { $0.add($1.value) }
            add(content.value)
            add(opened)
        }
    }

    mutating func add(_ push: Push) {
        add(push.id.value)
        add(push.push.app)
        add(push.push.contentAvailable)
        add(UInt64(push.push.types.rawValue))
        add(push.push.badge) { $0.add(Int64($1)) }
        add(push.push.payload.value)
        add(push.push.content) { $0.add($1.value) }
        add(push.push.origin) {
            $0.add($1.sequence)
            $0.add($1.id)
            $0.add($1.collapse) { $0.add($1) }
            $0.add($1.expires) { $0.add($1.nanoseconds) }
        }
        add(push.received.nanoseconds)
        switch push.stage {
        case .held(.rationed(let until)):
            add(1 as UInt64)
            add(until.nanoseconds)
        case .held(.deviceAsleep):
            add(2 as UInt64)
        case .held(.crashed(let until)):
            add(5 as UInt64)
            add(until.nanoseconds)
        case .waking(let wake, let presents):
            add(3 as UInt64)
            add(wake.value)
            switch presents {
            case .nothing: add(1 as UInt64)
            case .afterwards: add(2 as UInt64)
            case .unlessHandled(let launch):
                add(3 as UInt64)
                add(launch.number)
            }
        case .told(let launch):
            add(4 as UInt64)
            add(launch.number)
        }
    }

    mutating func add(pushDetail detail: Detail) {
        switch detail {
        case .push(let id):
            add(71 as UInt64)
            add(id.value)
        case .pushHeld(let id, let until):
            add(72 as UInt64)
            add(id.value)
            add(until) { $0.add($1.nanoseconds) }
        case .pushMerged(let id, let newer):
            add(73 as UInt64)
            add(id.value)
            add(newer.value)
        case _:
            add(74 as UInt64)
        }
    }

    mutating func add(_ fact: PushesFact) {
        add(fact.last)
        add(fact.account) { $0.add($1) }
        add(fact.sequence)
    }

    mutating func add(_ fact: PushRegistrationFact) {
        add(fact.token) { $0.add($1) }
        add(fact.isRetired)
    }
}
