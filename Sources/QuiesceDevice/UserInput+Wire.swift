import QuiesceCore
import QuiesceWire

extension UserInput {
    var wire: InputEvent {
        switch self {
        case .touch(let touch): .touch(touch.phase.wire, x: touch.x, y: touch.y)
        case .shake: .shake
        case .remoteControl(let command): .remoteControl(command.wire)
        }
    }
}

extension UserInput.Phase {
    fileprivate var wire: InputEvent.Phase {
        switch self {
        case .began: .began
        case .moved: .moved
        case .ended: .ended
        case .cancelled: .cancelled
        }
    }
}

extension UserInput.RemoteControl {
    fileprivate var wire: InputEvent.RemoteControl {
        switch self {
        case .play: .play
        case .pause: .pause
        case .stop: .stop
        case .togglePlayPause: .togglePlayPause
        case .nextTrack: .nextTrack
        case .previousTrack: .previousTrack
        }
    }
}
