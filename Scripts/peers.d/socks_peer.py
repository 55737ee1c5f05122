#!/usr/bin/python3
"""A SOCKS5 proxy (RFC 1928, RFC 1929) that writes down what it was asked and connects everything to one address.

    socks_peer.py LOG PORT-FILE [USER:PASSWORD]

Whatever host is asked for, the connection goes to 127.0.0.1 and the port asked for: a name that exists nowhere can be
reached only if it was the proxy that had to look it up. A line of the log is `name HOST PORT`, `address HOST PORT`, or
`denied USER`.
"""

import asyncio
import socket
import sys

NO_AUTHENTICATION, USER_AND_PASSWORD, NOTHING_ACCEPTABLE = 0, 2, 0xFF
SUCCEEDED, CONNECTION_REFUSED = 0, 5


class Denied(Exception):
    """The client has been told so."""


class Proxy:
    def __init__(self, log, credentials):
        self.log, self.credentials = log, credentials

    def note(self, *words):
        with open(self.log, "a", encoding="utf-8") as file:
            print(*words, file=file)

    async def serve(self, reader, writer):
        try:
            await self.authenticate(reader, writer)
            host, port = await self.asked_for(reader)
            target = await self.connect(port, writer)
            await asyncio.gather(copy(reader, target[1]), copy(target[0], writer))
        except (OSError, Denied, asyncio.IncompleteReadError):
            pass
        finally:
            writer.close()

    async def authenticate(self, reader, writer):
        _, count = await reader.readexactly(2)
        offered = await reader.readexactly(count)
        method = USER_AND_PASSWORD if self.credentials else NO_AUTHENTICATION
        if method not in offered:
            writer.write(bytes([5, NOTHING_ACCEPTABLE]))
            self.note("denied", "-")
            raise Denied
        writer.write(bytes([5, method]))
        if not self.credentials:
            return
        _, length = await reader.readexactly(2)
        user = (await reader.readexactly(length)).decode()
        (length,) = await reader.readexactly(1)
        password = (await reader.readexactly(length)).decode()
        is_right = f"{user}:{password}" == self.credentials
        writer.write(bytes([1, 0 if is_right else 1]))
        if not is_right:
            self.note("denied", user)
            raise Denied

    async def asked_for(self, reader):
        _, _, _, kind = await reader.readexactly(4)
        if kind == 3:
            (length,) = await reader.readexactly(1)
            word, host = "name", (await reader.readexactly(length)).decode()
        else:
            family, length = (socket.AF_INET, 4) if kind == 1 else (socket.AF_INET6, 16)
            word, host = "address", socket.inet_ntop(family, await reader.readexactly(length))
        port = int.from_bytes(await reader.readexactly(2), "big")
        self.note(word, host, port)
        return host, port


    async def connect(self, port, writer):
        address = bytes([1, 127, 0, 0, 1]) + port.to_bytes(2, "big")
        try:
            target = await asyncio.open_connection("127.0.0.1", port)
        except OSError as error:
            writer.write(bytes([5, CONNECTION_REFUSED, 0]) + address)
            raise Denied from error
        writer.write(bytes([5, SUCCEEDED, 0]) + address)
        return target


async def copy(reader, writer):
    while received := await reader.read(1 << 16):
        writer.write(received)
        await writer.drain()
    writer.close()


async def main(log, port_file, credentials=None):
    open(log, "a", encoding="utf-8").close()
    server = await asyncio.start_server(Proxy(log, credentials).serve, "127.0.0.1", 0)
    with open(port_file, "w", encoding="ascii") as file:
        file.write(str(server.sockets[0].getsockname()[1]))
    await asyncio.Event().wait()


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:]))
