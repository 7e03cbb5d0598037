extension Fingerprint {
    package mutating func add(_ examination: Examination) {
        switch examination {
        case .suspended(let freeze):
            add(1 as UInt64)
            add(freeze)
        case .executing(let stay):
            add(2 as UInt64)
            add(stay)
        }
    }

    mutating func add(_ restraint: Restraint) {
        switch restraint {
        case .cpu(let allowed, let window):
            add(1 as UInt64)
            add(allowed) { $0.add($1.nanoseconds) }
            add(window.nanoseconds)
        case .ports(let hidden):
            add(2 as UInt64)
            add(hidden)
        case .pageOut: add(4 as UInt64)
        case .precedence(let inFront):
            add(3 as UInt64)
            add(inFront)
        }
    }

    package mutating func add(_ findings: Findings) {
        add(all: findings.locks) { $0.add($1) }
        add(all: findings.ports) { $0.add($1) }
        add(findings.gpu) {
            $0.add($1.device)
            $0.add($1.busy) { $0.add($1.nanoseconds) }
        }
        add(findings.cpu) { $0.add($1.nanoseconds) }
    }

    mutating func add(_ lock: HeldLock) {
        add(lock.group)
        add(lock.file)
        add(lock.kind.rawValue)
    }

    mutating func add(_ port: OpenPort) {
        add(port.transport.rawValue)
        add(UInt64(port.number))
    }
}
