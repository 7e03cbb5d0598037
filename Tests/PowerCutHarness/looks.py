"""Which kinds of facts the power cuts look at, and how; and which they don't, and why (Tests/Python/check_stories.py)."""

FACTS = {
    "app": "apps installed, replaced and uninstalled, each with all its bytes",
    "permissions": "permissions that are set and taken back",
    "notification": "alarms that are scheduled and cancelled",
    "fetch": "background tasks that are submitted and cancelled",
    "push": "each that was accepted is heard or shown",
    "pushRegistration": "its token is the gateway's to push to, after every cut",
    "transfer": "the user's downloads",
    "wake": "each push that was accepted wakes its app, or is shown",
}
LEFT_OUT = {
    "conditions": "", "presentation": "", "location": "", "audio": "", "bluetooth": "", "session": "",
    "device": "the order of the switcher is promised to nobody",
    "passcode": "a device with one is locked after each cut, and nothing else could be looked at",
    "transfers": "the last number given: a number given twice would be two transfers in one",
    "notifications": "likewise",
    "pushes": "likewise, and the gateway's sequence: what isn't above it would be heard twice",
    "fetches": "when the owner uses the device: nothing of it is promised",
}
