import FlyingFox
import Foundation

/// A page's line, as frames. A frame is taken from the outbox when the one before has been written,
/// so that nothing piles up for a page that reads slowly.
struct ViewerFrames: WSHandler {
    let viewer: Viewer

    func makeFrames(for client: AsyncThrowingStream<WSFrame, any Error>) async throws
        -> AsyncStream<WSFrame>
    {
        let viewer = viewer
        Task {
            do {
                for try await frame in client {
                    guard await Self.take(frame, viewer) else { break }
                }
            } catch {
                // The door has ended the line, or the frame was none.
            }
            viewer.leave()
        }
        return AsyncStream(unfolding: { await viewer.outbox.next().map(Self.frame) })
    }

    /// - Returns: whether the line goes on.
    private static func take(_ frame: WSFrame, _ viewer: Viewer) async -> Bool {
        switch frame.opcode {
        case .text where frame.fin: return await viewer.take(frame.payload)
        case .ping:
            viewer.outbox.put(.pong(frame.payload), as: "pong")
            return true
        case .pong: return true
        // Its close, or a frame that no page of ours sends.
        case _: return false
        }
    }

    private static func frame(_ item: Outbox.Item) -> WSFrame {
        switch item {
        case .text(let text):
            WSFrame(fin: true, opcode: .text, mask: nil, payload: Data(text.utf8))
        case .pong(let payload): WSFrame(fin: true, opcode: .pong, mask: nil, payload: payload)
        case .bye(let code): WSFrame.close(code: WSCloseCode(code))
        }
    }
}
