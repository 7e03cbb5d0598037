import QuiesceCore
import QuiesceWire

// Sockets that are kept: the core says when they are watched, and what comes of something that
// waits in one.
extension Device {
    /// Something waits in a watched socket, or it has ended.
    package func traffic(_ descriptor: Int32, of key: ProcessKey, isOver: Bool) {
        take(.voip(.traffic(key.app, key.launch, descriptor: descriptor, isOver: isOver)))
    }

    func carryOut(_ effect: VoIPEffect) {
        switch effect {
        case .watch(let app, let launch, let isOn):
            voip.watch(ProcessKey(app: app, launch: launch), isOn)
        case .close(let app, let launch, let descriptor):
            voip.close(ProcessKey(app: app, launch: launch), descriptor)
        case .release(let app, let launch): voip.release(ProcessKey(app: app, launch: launch))
        case .recover(let app, let launch, let sockets):
            for lost in voip.recover(ProcessKey(app: app, launch: launch), sockets) {
                take(.voip(.lost(app, launch, descriptor: lost)))
            }
        }
    }
}
