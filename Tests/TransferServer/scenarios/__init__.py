"""The scenarios by name. Each is a function of an `Exchange`, registered with one line of help."""

ALL = {}


def scenario(name, help):
    def register(function):
        assert name not in ALL, name
        function.help = help
        ALL[name] = function
        return function
    return register


from scenarios import (  # noqa: E402  They register themselves.
    access, bodies, flaky, heads, networks, ranges, redirects, uploads)
