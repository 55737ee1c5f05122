"""What the server does with a stream, by the name that begins its path."""

import asyncio
import json
import os

from h2.errors import ErrorCodes


async def unknown(stream):
    await stream.answer(b"no such behaviour", status=404)


async def echo(stream):
    await stream.summary()


async def log(stream):
    await stream.answer(json.dumps(stream.script.events).encode())


async def wait(stream):
    for what, count in stream.query.items():
        await stream.script.until(what, int(count))
    await log(stream)


async def release(stream):
    stream.script.released.set()
    await stream.answer(b"")


async def hold(stream):
    """Answers when it is released."""
    await stream.script.released.wait()
    await stream.summary()


async def delay(stream):
    """Answers after some milliseconds: for a client that has to let time pass."""
    await asyncio.sleep(int(stream.query["milliseconds"]) / 1000)
    await stream.answer(b"")


async def hang(stream):
    """Never answers."""
    await asyncio.Event().wait()


def once(misbehave):
    """Misbehaves with the first stream of the script and answers the others."""

    async def act(stream):
        await (misbehave(stream) if stream.script.requests == 1 else stream.summary())

    return act


def resetting(code):
    async def act(stream):
        await stream.is_complete.wait()
        await stream.reset(code)

    return act


def going_away(code=ErrorCodes.NO_ERROR, last=0):
    """Says that no stream after `last` was looked at, and leaves the connection open."""

    async def act(stream):
        await stream.is_complete.wait()
        await stream.connection.go_away(stream.number if last is None else last, code)
        if last is None:
            await asyncio.Event().wait()

    return act


async def go_away_among(stream):
    """Once `streams` are there, goes away and answers the first `answered` of them; whatever comes on another connection is
    answered."""
    streams, answered = int(stream.query["streams"]), int(stream.query["answered"])
    if stream.connection is not stream.script.first_connection:
        return await stream.summary()
    mine = [one for one in stream.connection.streams.values() if one.behaviour == stream.behaviour]
    if len(mine) < streams:
        return
    code = ErrorCodes[stream.query.get("code", "NO_ERROR")]
    await stream.connection.go_away(mine[answered - 1].number, code)
    if code == ErrorCodes.NO_ERROR:
        for one in mine[:answered]:
            await one.summary()


async def go_away_after(stream):
    """Answers, then goes away: the connection is not to be used again."""
    await stream.summary()
    await stream.connection.go_away(stream.number)


async def full_answer_then_reset(stream):
    """RFC 9113 §8.1: an answer before the request's body has come, with a reset so that the rest is not sent."""
    stream.acknowledges = False
    await stream.answer(b"enough", status=413)
    await stream.reset(ErrorCodes.NO_ERROR)


def half_a_body_then(end):
    async def act(stream):
        await stream.head(200, ("content-type", "text/plain"))
        await stream.data(b"x" * 600)
        await end(stream)

    return act


async def truncated(stream):
    """Closes the connection in the middle of a body that has a length."""
    await stream.head(200, ("content-length", "1000"))
    await stream.data(b"x" * 600)
    await stream.connection.close()


async def stall(stream):
    """Takes what the window holds of an upload, and no more."""
    stream.acknowledges = False
    await asyncio.Event().wait()


async def endless(stream):
    """A body without end; the script notes every 64 KiB that the window let out."""
    await stream.head(200)
    while not stream.is_gone:
        await stream.data(bytes(1 << 16))
        stream.script.note("sent")
        await asyncio.sleep(0)


async def trailers(stream):
    await stream.head(200, ("trailer", "x-sum"))
    await stream.data(b"hello")
    stream.connection.h2.send_headers(stream.number, [("x-sum", "abc"), ("x-more", "d")], end_stream=True)
    await stream.connection.flush()


async def cookies(stream):
    await stream.answer(b"", ("set-cookie", "a=1"), ("set-cookie", "b=2; Path=/"), ("set-cookie", "c=3"))


async def large_head(stream):
    """A header list of `kilobytes`, in fields of one kilobyte that no table compresses."""
    count = int(stream.query["kilobytes"])
    await stream.answer(b"", *((f"x-{number}", os.urandom(500).hex()) for number in range(count)))


async def early_hints(stream):
    await stream.head(103, ("link", "</style.css>; rel=preload"))
    await stream.answer(b"final")


OBSERVERS = (log, wait, release)

BEHAVIOURS = {
    None: unknown,
    "log": log,
    "wait": wait,
    "release": release,
    "echo": echo,
    "hold": hold,
    "delay": delay,
    "hang": hang,
    "refuse-once": once(resetting(ErrorCodes.REFUSED_STREAM)),
    "reset-cancel": resetting(ErrorCodes.CANCEL),
    "reset-internal": resetting(ErrorCodes.INTERNAL_ERROR),
    "go-away-once": once(going_away()),
    "go-away-error": going_away(ErrorCodes.PROTOCOL_ERROR, last=None),
    "go-away-among": go_away_among,
    "go-away-after": go_away_after,
    "full-answer-then-reset": full_answer_then_reset,
    "half-then-no-error": half_a_body_then(resetting(ErrorCodes.NO_ERROR)),
    "half-then-internal": half_a_body_then(resetting(ErrorCodes.INTERNAL_ERROR)),
    "truncated": truncated,
    "stall": stall,
    "endless": endless,
    "trailers": trailers,
    "cookies": cookies,
    "large-head": large_head,
    "early-hints": early_hints,
}
