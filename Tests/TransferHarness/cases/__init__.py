"""The table of docs/transfers.md, as cases: what a server does → the verdict it must get."""
import dataclasses
import json

SIZE, HALF = 65536, 32768
ALL = {}


@dataclasses.dataclass
class Case:
    """One transfer, to its verdict. What is None isn't looked at."""
    name: str
    group: str
    scenario: str
    query: dict
    port: str = "port"
    url: str = None  # In place of the scenario's.
    request: object = dataclasses.field(default_factory=dict)  # Or a function of the server.
    upload: int = None  # Bytes of a body.
    answers: list = dataclasses.field(default_factory=list)
    attempts: int = 8
    # The verdict
    kind: str = "finished"  # Or several, with "|" between them.
    version: int = 1
    size: int = None
    status: int = 200
    is_content: bool = True  # The file is the content's; else some text.
    outcomes: list = None
    failures: list = None
    ranges: list = None  # Where each request began; None: from the first byte.
    questions: list = None
    waits: tuple = None  # The least and the most that a server's wish may come to, in ms.
    check: object = None  # A function of (server, verdict, file's bytes) that asserts.


def case(group, scenario, name=None, query=None, **changes):
    name = name or scenario
    assert name not in ALL, name
    ALL[name] = Case(name, group, scenario, {"size": SIZE, **(query or {})}, **changes)


def fails(group, scenario, kind, name=None, **changes):
    case(group, scenario, name, kind=kind, **changes)


def sent(file):
    """What the scenario `saw` answers with."""
    return json.loads(file)


def says(text):
    """A check that the file is this text."""
    def check(server, verdict, file):
        assert file == text.encode(), file
    return check


def trusting(server):
    with open(server.facts["authority"], encoding="ascii") as file:
        return {"trustedRoots": file.read()}


from cases import access, bodies, heads, networks, ranges, redirects, uploads  # noqa: E402, F401
