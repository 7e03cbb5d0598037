import CPulse
import Glibc
import QuiesceCore

/// The server's clients and streams, and how they change.
extension PulseServer {
    /// It has let us in.
    func begin(_ context: OpaquePointer) {
        isIn()
        let mask =
            PA_SUBSCRIPTION_MASK_SINK_INPUT.rawValue | PA_SUBSCRIPTION_MASK_SOURCE_OUTPUT.rawValue
            | PA_SUBSCRIPTION_MASK_CLIENT.rawValue
        // First, so that nothing comes between.
        let subscribed = pa_context_subscribe(
            context, pa_subscription_mask_t(mask), { PulseServer.at($2)?.subscribed($1) }, me)
        guard asked(subscribed) else { return }
        listsToCome = 4
        let lists = [
            pa_context_get_server_info(
                context, { PulseServer.at($2)?.told(server: $1) }, me),
            pa_context_get_client_info_list(
                context, { PulseServer.at($3)?.listed(client: $1, end: $2) }, me),
            pa_context_get_sink_input_info_list(
                context, { PulseServer.at($3)?.listed(input: $1, end: $2) }, me),
            pa_context_get_source_output_info_list(
                context, { PulseServer.at($3)?.listed(output: $1, end: $2) }, me),
        ]
        for list in lists where !asked(list) { return }
    }

    private func subscribed(_ isDone: CInt) {
        answered()
        if isDone == 0 { fail("it doesn't tell of streams") }
    }

    private func told(server info: UnsafePointer<pa_server_info>?) {
        answered()
        if let text = info?.pointee.server_name { name = String(cString: text) }
        listCame()
    }

    private func listCame() {
        listsToCome -= 1
        if listsToCome == 0, context != nil {
            tell(.there(name: name))
            ask()
        }
    }

    private func listed(client info: UnsafePointer<pa_client_info>?, end: CInt) {
        if let info, end == 0 { return hear(client: info.pointee) }
        answered()
        listCame()
    }

    private func listed(input info: UnsafePointer<pa_sink_input_info>?, end: CInt) {
        if let info, end == 0 { return hear(input: info.pointee) }
        answered()
        listCame()
    }

    private func listed(output info: UnsafePointer<pa_source_output_info>?, end: CInt) {
        if let info, end == 0 { return hear(output: info.pointee) }
        answered()
        listCame()
    }

    // MARK: Changes

    func changed(
        _ context: OpaquePointer?, _ type: pa_subscription_event_type_t, _ number: UInt32
    ) {
        guard context == self.context else { return }
        let facility = type.rawValue & PA_SUBSCRIPTION_EVENT_FACILITY_MASK.rawValue
        let thing: SoundThing
        switch facility {
        case PA_SUBSCRIPTION_EVENT_CLIENT.rawValue: thing = .client(number)
        case PA_SUBSCRIPTION_EVENT_SINK_INPUT.rawValue:
            thing = .stream(SoundStreamID(kind: .plays, number: number))
        case PA_SUBSCRIPTION_EVENT_SOURCE_OUTPUT.rawValue:
            thing = .stream(SoundStreamID(kind: .records, number: number))
        case _: return
        }
        let kind = type.rawValue & PA_SUBSCRIPTION_EVENT_TYPE_MASK.rawValue
        if kind == PA_SUBSCRIPTION_EVENT_REMOVE.rawValue {
            questions.remove(thing)
            forget(thing)
        } else {
            questions.add(thing)
            ask()
        }
    }

    private func forget(_ thing: SoundThing) {
        guard known.remove(thing) else { return }
        switch thing {
        case .client(let number): tell(.clientGone(number))
        case .stream(let id):
            if id.kind == .plays {
                measured.remove(id.number)
                meters.removeValue(forKey: id.number)?.end()
            }
            tell(.streamGone(id))
        }
    }

    /// Asks what there is to ask, as long as the server keeps up.
    func ask() {
        guard let context, listsToCome == 0 else { return }
        while questions.underWay < Limits.soundQuestionsUnderWay, !pause.isSet {
            guard !questions.isEmpty else { return }
            guard questions.countsOne(at: pa_rtclock_now()) else {
                return pause.set(milliseconds: Limits.soundQuestionsPauseMilliseconds)
            }
            guard let thing = questions.take() else { return }
            guard asked(question(about: thing, context)) else { return }
        }
    }

    private func question(about thing: SoundThing, _ context: OpaquePointer) -> OpaquePointer? {
        switch thing {
        case .client(let number):
            pa_context_get_client_info(
                context, number, { PulseServer.at($3)?.told(client: $1, end: $2) }, me)
        case .stream(let id):
            switch id.kind {
            case .plays:
                pa_context_get_sink_input_info(
                    context, id.number, { PulseServer.at($3)?.told(input: $1, end: $2) }, me)
            case .records:
                pa_context_get_source_output_info(
                    context, id.number, { PulseServer.at($3)?.told(output: $1, end: $2) }, me)
            }
        }
    }

    private func told(client info: UnsafePointer<pa_client_info>?, end: CInt) {
        if let info, end == 0 { return hear(client: info.pointee) }
        answered()
        ask()
    }

    private func told(input info: UnsafePointer<pa_sink_input_info>?, end: CInt) {
        if let info, end == 0 { return hear(input: info.pointee) }
        answered()
        ask()
    }

    private func told(output info: UnsafePointer<pa_source_output_info>?, end: CInt) {
        if let info, end == 0 { return hear(output: info.pointee) }
        answered()
        ask()
    }

    // MARK: What they are

    private func keep(_ thing: SoundThing) -> Bool {
        let (isKept, isFirst) = known.add(thing)
        if isFirst { tell(.tooMany) }
        return isKept
    }

    private func hear(client info: pa_client_info) {
        guard keep(.client(info.index)) else { return }
        tell(.client(info.index, pid: PulseClient.pid(info)))
    }

    private func hear(input info: pa_sink_input_info) {
        let id = SoundStreamID(kind: .plays, number: info.index)
        guard keep(.stream(id)) else { return }
        var volume = info.volume
        let isUp = info.has_volume == 0 || pa_cvolume_max(&volume) > 0
        tell(
            .stream(
                id,
                SoundStreamState(
                    client: Self.client(info.client), isCorked: info.corked != 0,
                    isMuted: info.mute != 0, isUp: isUp)))
        // It is of another sink now, and what measured it at the last one has ended.
        if measured.contains(info.index), meters[info.index] == nil { meter(info.index) }
    }

    private func hear(output info: pa_source_output_info) {
        let id = SoundStreamID(kind: .records, number: info.index)
        guard keep(.stream(id)) else { return }
        tell(
            .stream(
                id,
                SoundStreamState(
                    client: Self.client(info.client), isCorked: info.corked != 0,
                    isMuted: info.mute != 0, isUp: true)))
    }

    private static func client(_ number: UInt32) -> UInt32? { number == .max ? nil : number }

    // MARK: Muting

    func mute(_ number: UInt32, _ isMuted: Bool, life: Int) {
        guard life == self.life, let context else { return }
        muting.append(number)
        asked(
            pa_context_set_sink_input_mute(
                context, number, isMuted ? 1 : 0, { PulseServer.at($2)?.muteAnswered() }, me))
    }

    private func muteAnswered() {
        answered()
        guard !muting.isEmpty else { return }
        let number = muting.removeFirst()
        tell(.muteAnswered(number))
        // Asks how the stream is now, whatever was on its way before.
        questions.add(.stream(SoundStreamID(kind: .plays, number: number)))
        ask()
    }
}
