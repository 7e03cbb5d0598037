import QuiesceCore
import QuiesceWire

extension AccessoryRow {
    package init(_ view: SystemMachine.AccessoryView) {
        self.init(
            view.plugged.accessory, path: view.plugged.path, simulated: view.plugged.isSimulated)
        app = view.session?.app.name
        speaking = view.session?.speaking
    }
}
