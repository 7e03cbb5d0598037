import time


def until(is_done, seconds, step=0.01):
    """Seconds until it is done; None: it wasn't in time."""
    begin = time.monotonic()
    while not is_done():
        if time.monotonic() - begin > seconds:
            return None
        time.sleep(step)
    return time.monotonic() - begin


def wait(what, is_done, seconds=60):
    took = until(is_done, seconds)
    if took is None:
        raise SystemExit(f"waited in vain for {what}")
    return took
