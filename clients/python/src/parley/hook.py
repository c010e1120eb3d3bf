"""Place where zeep hands a call over before it makes XML of it, so that arrays of numbers never become text.

A transport of zeep sees a call when its envelope is made. `SoapBinding.send` is where the arguments still are what the
caller gave; for a client whose transport is of Parley it is done here, for any other as ever.
"""

from __future__ import annotations

import functools
from typing import Any

from zeep.wsdl.bindings.soap import SoapBinding

from .agreement import Untyped
from .blocks import lift, plain

_DONE = "__parley__"


def install() -> None:
    """Puts the place in, once for the process."""
    if getattr(SoapBinding.send, _DONE, False):
        return
    SoapBinding.send = _wrapped(SoapBinding.send)  # type: ignore[method-assign]
    SoapBinding.send_async = _wrapped_async(SoapBinding.send_async)  # type: ignore[method-assign]


def _plan(binding: Any, client: Any, args: Any, kwargs: Any) -> tuple[Any, Any, dict[str, Any], Any]:
    """Returns the arguments without their arrays, these, and what keeps those of the answer."""
    transport = client.transport
    transport.know(client.wsdl.location)
    if client.plugins or client.wsse or client.settings.raw_response:
        return args, kwargs, {}, None
    blocks: dict[str, Any] = {}
    lifted = lift(list(args), blocks), lift(dict(kwargs), blocks)
    return tuple(lifted[0]), lifted[1], blocks, transport.keeper()


def _wrapped(original: Any) -> Any:
    @functools.wraps(original)
    def send(self: Any, client: Any, options: Any, operation: Any, args: Any, kwargs: Any) -> Any:
        exchange = getattr(client.transport, "exchange", None)
        if exchange is None:
            return original(self, client, options, operation, args, kwargs)
        given, named, blocks, keeper = _plan(self, client, args, kwargs)
        if keeper is None:
            return original(self, client, options, operation, plain(args), plain(kwargs))
        try:
            envelope, headers = self._create(operation, given, named, client=client, options=options)
            response = exchange(options["address"], envelope, headers, blocks, keeper)
        except Untyped:
            return original(self, client, options, operation, plain(args), plain(kwargs))
        if response is None:
            if blocks:
                envelope, headers = self._create(operation, plain(args), plain(kwargs), client=client, options=options)
            response = client.transport.by_soap(options["address"], envelope, headers)
        return keeper.restore(self.process_reply(client, self.get(operation), response))

    setattr(send, _DONE, True)
    return send


def _wrapped_async(original: Any) -> Any:
    @functools.wraps(original)
    async def send_async(self: Any, client: Any, options: Any, operation: Any, args: Any, kwargs: Any) -> Any:
        exchange = getattr(client.transport, "exchange", None)
        if exchange is None:
            return await original(self, client, options, operation, args, kwargs)
        given, named, blocks, keeper = _plan(self, client, args, kwargs)
        if keeper is None:
            return await original(self, client, options, operation, plain(args), plain(kwargs))
        try:
            envelope, headers = self._create(operation, given, named, client=client, options=options)
            response = await exchange(options["address"], envelope, headers, blocks, keeper)
        except Untyped:
            return await original(self, client, options, operation, plain(args), plain(kwargs))
        if response is None:
            if blocks:
                envelope, headers = self._create(operation, plain(args), plain(kwargs), client=client, options=options)
            response = await client.transport.by_soap(options["address"], envelope, headers)
        return keeper.restore(self.process_reply(client, self.get(operation), response))

    setattr(send_async, _DONE, True)
    return send_async
