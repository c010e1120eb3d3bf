#!/usr/bin/env python3
"""A link between two network namespaces that loses, delays and queues IPv4 packets, those of TCP and of UDP alike.

Each namespace has a TUN device, and this program carries packets between both until its input ends or a signal comes; then the namespaces
go. It prints a line of JSON when the link stands, with names and addresses, and one at its end, with what became of the packets and how
late the link itself was. Start programs there by `ip netns exec NAMESPACE COMMAND`.
"""

import argparse
import collections
import fcntl
import gc
import heapq
import json
import os
import random
import select
import signal
import struct
import subprocess
import sys
import time
from dataclasses import dataclass
from typing import Callable, Counter, List, Optional, Tuple

from nat import Nat

CLIENT, SERVER = "10.231.0.1", "10.231.0.2"
TUN = "/dev/net/tun"
TUNSETIFF, IFF_TUN, IFF_NO_PI = 0x400454CA, 0x0001, 0x1000
MTU, READS = 1500, 64
MOST_UNDER_WAY, LAGS_A_SECOND = 100_000, 10_000  # lags are counted in tenths of a millisecond
UNAVAILABLE = 3  # an exit code; 2 is for arguments that make no sense


class Unavailable(Exception):
    """Something that this machine does not allow."""


@dataclass(frozen=True)
class Line:
    """What both directions are like: a part of packets, seconds, bytes a second (0 for no bound) and bytes that may wait."""

    loss: float
    delay: float
    jitter: float
    rate: float
    queue: float


@dataclass
class Direction:
    """One direction: says when a packet is at the other end. It has no clock."""

    line: Line
    random: random.Random
    free_at: float = 0.0
    carried: int = 0
    lost: int = 0
    no_room: int = 0

    def arrival(self, now: float, size: int) -> Optional[float]:
        """Puts a packet on the line; returns when it arrives, or None if it never does."""
        end = now
        if self.line.rate:
            begin = max(now, self.free_at)
            if (begin - now) * self.line.rate + size > self.line.queue:
                self.no_room += 1
                return None
            end = self.free_at = begin + size / self.line.rate
        if self.random.random() < self.line.loss:
            self.lost += 1
            return None
        self.carried += 1
        return end + self.line.delay + self.random.random() * self.line.jitter


class Link:
    """The loop that carries packets; one thread. Both lists have the client's end first."""

    def __init__(self, tuns: List[int], line: Line, seed: int, forget_after: float) -> None:
        self.tuns = tuns
        self.ways = [Direction(line, random.Random(f"{seed} {way}")) for way in ("there", "back")]
        self.nat = Nat()
        self.forget_after = forget_after
        self.under_way: List[Tuple[float, int, int, bytearray]] = []
        self.number = 0
        self.lags: Counter[int] = collections.Counter()

    def run(self, until: int) -> None:
        """Carries packets until that descriptor comes to its end."""
        forget_at = time.monotonic() + self.forget_after if self.forget_after else float("inf")
        while True:
            next_at = min(self.under_way[0][0] if self.under_way else float("inf"), forget_at)
            wait = max(0.0, next_at - time.monotonic()) if next_at < float("inf") else None
            ready, _, _ = select.select([until, *self.tuns], [], [], wait)
            if until in ready and not os.read(until, 4096):
                return
            for tun in set(self.tuns).intersection(ready):
                self.take(self.tuns.index(tun), tun)
            if time.monotonic() >= forget_at:
                self.nat.forget()
                forget_at += self.forget_after
            self.deliver()

    def take(self, end: int, tun: int) -> None:
        for _ in range(READS):
            try:
                packet = bytearray(os.read(tun, MTU + 100))
            except BlockingIOError:
                return
            if packet[0] >> 4 != 4 or (end == 0 and self.forget_after and not self.nat.out(packet)):
                continue
            due = self.ways[end].arrival(time.monotonic(), len(packet))
            if due is not None and len(self.under_way) < MOST_UNDER_WAY:
                self.number += 1
                heapq.heappush(self.under_way, (due, self.number, end, packet))

    def deliver(self) -> None:
        while self.under_way and self.under_way[0][0] <= time.monotonic():
            due, _, end, packet = heapq.heappop(self.under_way)
            if end == 1 and self.forget_after and not self.nat.back(packet):
                continue
            os.write(self.tuns[1 - end], packet)
            self.lags[int((time.monotonic() - due) * LAGS_A_SECOND)] += 1

    def lag_millis(self, part: float) -> float:
        """The lag that this part of all packets did not exceed."""
        left = part * sum(self.lags.values())
        for lag in sorted(self.lags):
            left -= self.lags[lag]
            if left <= 0:
                return (lag + 1) * 1000 / LAGS_A_SECOND
        return 0.0


def ip(*arguments: str) -> str:
    """Runs ip of iproute2."""
    try:
        return subprocess.run(["ip", *arguments], check=True, capture_output=True, text=True).stdout
    except FileNotFoundError:
        raise Unavailable("expected the command ip of iproute2, found none") from None
    except subprocess.CalledProcessError as failure:
        raise Unavailable(f"ip {' '.join(arguments)}: {failure.stderr.strip()}") from None


def device(namespace: str, own: str, other: str, congestion: str) -> int:
    """Makes a namespace with a TUN device; returns its descriptor."""
    ip("netns", "add", namespace)
    tun = os.open(TUN, os.O_RDWR | os.O_NONBLOCK)
    try:
        made = fcntl.ioctl(tun, TUNSETIFF, struct.pack("16sH22x", b"lossy%d", IFF_TUN | IFF_NO_PI))
    except OSError as refused:
        raise Unavailable(f"no TUN device can be made here: {refused.strerror}") from None
    name = made[:16].rstrip(b"\0").decode()
    ip("link", "set", name, "netns", namespace)
    ip("-n", namespace, "link", "set", "lo", "up")
    ip("-n", namespace, "addr", "add", own, "peer", other, "dev", name)
    ip("-n", namespace, "link", "set", name, "mtu", str(MTU), "txqueuelen", "10000", "up")
    if congestion:
        ip("-n", namespace, "route", "replace", other, "dev", name, "congctl", congestion)
    return tun


def dropped(namespace: str) -> int:
    """Packets that were not taken from the namespace's device in time."""
    return sum(each["stats64"]["tx"]["dropped"] for each in json.loads(ip("-n", namespace, "-s", "-j", "link", "show")))


def take_precedence() -> bool:
    """Has the link run before other work of this machine."""
    try:
        os.sched_setscheduler(0, os.SCHED_FIFO | os.SCHED_RESET_ON_FORK, os.sched_param(1))
        return True
    except OSError:
        return False


def number(least: float, most: float) -> Callable[[str], float]:
    """A type of arguments between two bounds."""
    def parse(text: str) -> float:
        value = float(text)
        if not least <= value <= most:
            raise argparse.ArgumentTypeError(f"expected a number from {least} to {most}, found {text}")
        return value

    return parse


def arguments(given: List[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, epilog="Exit codes: 2 arguments, 3 neither root nor TUN here.")
    parser.add_argument("--loss", type=number(0, 50), default=0, help="percent of packets, in each direction")
    parser.add_argument("--delay", type=number(0, 60_000), default=0, help="milliseconds, in each direction")
    parser.add_argument("--jitter", type=number(0, 10_000), default=0, help="most milliseconds more, by chance")
    parser.add_argument("--rate", type=number(0, 1e6), default=0, help="kbit/s, in each direction; 0 for no bound")
    parser.add_argument("--queue", type=number(MTU, 1e8), default=30_000, help="bytes that may wait for the rate")
    parser.add_argument("--forget", type=number(0, 3_600), default=0, help="seconds after which a NAT forgets its ports")
    parser.add_argument("--seed", type=int, default=1, help="of losses and jitter; repeats the odds of each packet in turn")
    parser.add_argument("--congestion", choices=["cubic", "reno", "bbr"], default="", help="TCP's, at both ends")
    return parser.parse_args(given)


def stand(options: argparse.Namespace, names: List[str]) -> None:
    """Makes the link and carries packets until the input ends."""
    if os.geteuid() != 0 or not os.path.exists(TUN):
        raise Unavailable(f"expected to be root on a system that has {TUN}")
    line = Line(options.loss / 100, options.delay / 1e3, options.jitter / 1e3, options.rate * 125, options.queue)
    ends = zip(names, (CLIENT, SERVER), (SERVER, CLIENT))
    tuns = [device(name, own, other, options.congestion) for name, own, other in ends]
    link = Link(tuns, line, options.seed, options.forget)
    gc.disable()  # there are no cycles, and a collection is a lag
    first = take_precedence()
    print(json.dumps({"client": names[0], "server": names[1], "client_at": CLIENT, "server_at": SERVER}), flush=True)
    try:
        link.run(sys.stdin.fileno())
    finally:
        ended = {
            **{name: sum(vars(way)[name] for way in link.ways) for name in ("carried", "lost", "no_room")},
            "not_taken": sum(dropped(name) for name in names),
            "forgotten": link.nat.forgotten,
            "lag_ms_p99": link.lag_millis(0.99),
            "lag_ms_most": link.lag_millis(1),
            "precedence": first,
        }
        print(json.dumps(ended), flush=True)


def main(given: List[str]) -> int:
    options = arguments(given)
    names = [f"parley-{os.getpid()}-{end}" for end in ("client", "server")]
    ending = (signal.SIGTERM, signal.SIGINT, signal.SIGHUP)
    for each in ending:
        signal.signal(each, lambda got, _: sys.exit(128 + got))
    try:
        stand(options, names)
        return 0
    except Unavailable as why:
        print(f"lossy_link: {why}", file=sys.stderr)
        return UNAVAILABLE
    finally:
        for each in ending:
            signal.signal(each, signal.SIG_IGN)
        for name in names:
            if os.path.exists(f"/run/netns/{name}"):
                ip("netns", "delete", name)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
