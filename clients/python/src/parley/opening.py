"""Opening of a session on a connection (docs/protocol/framing.md, section 2)."""

from __future__ import annotations

import asyncio

from . import frame
from .budget import Budget
from .channels import Channel
from .errors import ErrorCode, ParleyError
from .frame import Frame, FrameReader, Type
from .limits import Limits
from .session import Session


async def open_session(
    channel: Channel, token: bytes, digest: bytes, terms: bytes, limits: Limits, total: Budget
) -> Session:
    """Opens a session on a connection, within `open-millis` (section 2)."""
    reader = FrameReader(limits.opening_bytes)
    try:
        async with asyncio.timeout(limits.open_millis / 1_000):
            opening = Frame(Type.OPEN, 0, 0, 0, frame.open_payload(token, digest, terms))
            features = 0 if channel.is_secured else frame.PAYLOAD_CHECKSUM
            await channel.write([frame.preamble(features), *frame.write(opening, bool(features))])
            accepted = await _first(channel, reader)
            _check_accept(accepted, digest)
    except TimeoutError:
        channel.abort()
        raise ParleyError(ErrorCode.OPEN_TIMEOUT, "the session was not accepted in time") from None
    except OSError as e:
        channel.abort()
        raise ParleyError(ErrorCode.CONNECT_FAILED, f"{e}") from e
    except BaseException:
        channel.abort()
        raise
    reader.most = limits.frame_bytes
    session = Session(channel, reader, limits, total)
    session.start()
    return session


async def _first(channel: Channel, reader: FrameReader) -> Frame:
    while data := await channel.read():
        frames = reader.feed(data)
        found = next(frames, None)
        frames.close()
        if found is not None:
            return found
    raise ParleyError(ErrorCode.CONNECT_FAILED, "the connection was closed before the session was accepted")


def _check_accept(found: Frame, digest: bytes) -> None:
    if found.sequence or found.stream:
        raise ParleyError(ErrorCode.PROTOCOL, "an answer to OPEN with a number or a stream")
    if found.type is Type.REFUSE:
        code, text = frame.read_coded(found.payload)
        raise ParleyError(code, text)
    if found.type is not Type.ACCEPT:
        raise ParleyError(ErrorCode.PROTOCOL, f"expected ACCEPT, found {found.type.name}")
    if len(found.payload) < 41 or len(found.payload) != 41 + found.payload[40]:
        raise ParleyError(ErrorCode.MALFORMED_FRAME, "an ACCEPT that is shorter or longer than its fields")
    if bytes(found.payload[:32]) != digest:
        raise ParleyError(ErrorCode.DIGEST_MISMATCH, "ACCEPT has another digest")
