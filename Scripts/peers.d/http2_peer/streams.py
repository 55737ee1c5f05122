"""What all behaviours share: connections, their streams, and what was seen of them."""

import asyncio
import collections
import json
import urllib.parse

from h2 import events as h2_events
from h2.config import H2Configuration
from h2.connection import H2Connection
from h2.errors import ErrorCodes
from h2.exceptions import ProtocolError, StreamClosedError
from hyperframe.frame import GoAwayFrame


class Script:
    """What happened under one name, and what its behaviours share."""

    scripts = collections.defaultdict(lambda: Script())

    def __init__(self):
        self.events = []
        self.requests = 0
        self.first_connection = None
        self.changed = asyncio.Event()
        self.released = asyncio.Event()

    def note(self, what, **details):
        self.events.append({"event": what, **{name: str(value) for name, value in details.items()}})
        # Each event wakes who waits now; who comes later waits for the next one.
        self.changed.set()
        self.changed = asyncio.Event()

    def count(self, what):
        return sum(event["event"] == what for event in self.events)

    async def until(self, what, count):
        while self.count(what) < count:
            await self.changed.wait()


class Stream:
    """One request, and the means to answer it."""

    def __init__(self, connection, number, headers):
        self.connection, self.number = connection, number
        self.headers = headers
        fields = dict(headers)
        self.method = fields.get(":method", "")
        path, _, query = fields.get(":path", "/").partition("?")
        self.query = dict(urllib.parse.parse_qsl(query))
        _, self.behaviour, name, *_ = path.split("/") + ["", ""]
        self.script = Script.scripts[name]
        self.body_length = 0
        self.acknowledges = True
        self.is_complete = asyncio.Event()
        self.is_gone = False

    async def head(self, status, *fields, end=False):
        self.connection.h2.send_headers(self.number, [(":status", str(status)), *fields], end_stream=end)
        await self.connection.flush()

    async def data(self, bytes_, end=False):
        h2 = self.connection.h2
        while bytes_:
            room = min(h2.local_flow_control_window(self.number), h2.max_outbound_frame_size, len(bytes_))
            if room == 0:
                await self.connection.window_opened()
                continue
            h2.send_data(self.number, bytes_[:room])
            bytes_ = bytes_[room:]
            await self.connection.flush()
        if end:
            h2.end_stream(self.number)
            await self.connection.flush()

    async def answer(self, body, *fields, status=200):
        await self.head(status, ("content-length", str(len(body))), *fields, end=not body)
        if body:
            await self.data(body, end=True)

    async def reset(self, code):
        self.connection.h2.reset_stream(self.number, code)
        await self.connection.flush()

    async def summary(self):
        """The usual answer: what was asked, after the whole body came."""
        await self.is_complete.wait()
        fields = {name: value for name, value in self.headers if not name.startswith(":")}
        text = {"method": self.method, "body": self.body_length, "connection": self.connection.number, "fields": fields}
        await self.answer(json.dumps(text).encode(), ("content-type", "application/json"))


class Connection:
    """One connection: frames in, frames out, a task for each stream.

    `behaviours` are functions of a stream by name; `observers` are those that are no part of a script.
    """

    count = 0

    def __init__(self, reader, writer, behaviours, observers):
        Connection.count += 1
        self.number = Connection.count
        self.behaviours, self.observers = behaviours, observers
        self.reader, self.writer = reader, writer
        self.h2 = H2Connection(H2Configuration(client_side=False, header_encoding="utf-8"))
        self.streams = {}
        self.tasks = set()
        self.window = asyncio.Event()

    async def run(self):
        self.h2.initiate_connection()
        await self.flush()
        try:
            while received := await self.reader.read(1 << 16):
                for event in self.h2.receive_data(received):
                    self.handle(event)
                await self.flush()
        except (OSError, ProtocolError):
            pass
        finally:
            for stream in self.streams.values():
                stream.is_gone = True
                stream.script.note("closed", connection=self.number)
            for task in self.tasks:
                task.cancel()
            self.writer.close()

    def handle(self, event):
        stream = self.streams.get(getattr(event, "stream_id", None))
        if isinstance(event, h2_events.RequestReceived):
            self.begin(Stream(self, event.stream_id, event.headers))
        elif isinstance(event, h2_events.WindowUpdated):
            self.window.set()
        elif isinstance(event, h2_events.DataReceived) and stream:
            stream.body_length += len(event.data)
            if stream.acknowledges:
                self.h2.acknowledge_received_data(event.flow_controlled_length, event.stream_id)
        elif isinstance(event, h2_events.StreamEnded) and stream:
            stream.is_complete.set()
        elif isinstance(event, h2_events.StreamReset) and stream:
            stream.is_gone = True
            stream.script.note("reset", code=int(event.error_code), stream=event.stream_id)
            self.window.set()

    def begin(self, stream):
        self.streams[stream.number] = stream
        act = self.behaviours.get(stream.behaviour, self.behaviours[None])
        if act not in self.observers:
            stream.script.requests += 1
            stream.script.first_connection = stream.script.first_connection or self
            stream.script.note(
                "request", method=stream.method, connection=self.number,
                **{name: value for name, value in stream.headers if name in ("proxy-authorization", "authorization")},
            )
        task = asyncio.ensure_future(self.act(act, stream))
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)

    async def act(self, act, stream):
        try:
            await act(stream)
        except (OSError, ProtocolError, StreamClosedError):
            stream.is_gone = True

    async def window_opened(self):
        self.window.clear()
        await self.window.wait()

    async def flush(self):
        if outgoing := self.h2.data_to_send():
            self.writer.write(outgoing)
            await self.writer.drain()

    async def go_away(self, last, code=ErrorCodes.NO_ERROR):
        """Past the library, which would send nothing more after it."""
        frame = GoAwayFrame(0, last_stream_id=last, error_code=int(code))
        await self.flush()
        self.writer.write(frame.serialize())
        await self.writer.drain()

    async def close(self):
        await self.flush()
        self.writer.close()
