#!/usr/bin/python3
"""An HTTP/2 server that misbehaves on request: the first part of a path names the behaviour, the second the script it belongs to.

    GET /refuse-once/7f3a    the first stream of script 7f3a is reset with REFUSED_STREAM, later ones are answered
    GET /log/7f3a            what the script has seen, as JSON
    GET /wait/7f3a?reset=1   the same, once there was one event "reset"
    GET /release/7f3a        lets go of what waits in the script

    http2_peer CERTIFICATE KEY SOCKET PORT-FILE     listens on a unix socket, and on a free port that it writes down
"""

import asyncio
import ssl
import sys

from behaviours import BEHAVIOURS, OBSERVERS
from streams import Connection


async def main(certificate, key, socket_path, port_file):
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate, key)
    context.set_alpn_protocols(["h2"])

    async def serve(reader, writer):
        await Connection(reader, writer, BEHAVIOURS, OBSERVERS).run()

    await asyncio.start_unix_server(serve, socket_path, ssl=context)
    server = await asyncio.start_server(serve, "127.0.0.1", 0, ssl=context)
    with open(port_file, "w", encoding="ascii") as file:
        file.write(str(server.sockets[0].getsockname()[1]))
    await asyncio.Event().wait()


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:]))
