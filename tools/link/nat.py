"""A NAT for TCP and UDP over IPv4, whose mappings are forgotten on demand."""

import struct
from dataclasses import dataclass, field
from typing import Dict, Tuple

TCP, UDP = 6, 17
FIRST_PORT, STEP = 1024, 7919


@dataclass
class Nat:
    """Gives the client's ports others, and others again each time that it forgets. Every packet of TCP that it knows
    nothing of makes a mapping, as on Linux; what comes for a port that it forgot is dropped."""

    step: int = 0
    ports: Dict[Tuple[int, int], int] = field(default_factory=dict)
    forgotten: int = 0

    def forget(self) -> None:
        """Begins anew with other ports."""
        self.step += STEP
        self.ports.clear()
        self.forgotten += 1

    def out(self, packet: bytearray) -> bool:
        """Gives a packet of the client's its other port."""
        place = ports_at(packet)
        if place:
            (port,) = struct.unpack_from("!H", packet, place)
            other = FIRST_PORT + (port + self.step) % (65536 - FIRST_PORT)
            self.ports[packet[9], other] = port
            rewrite(packet, place, place, other)
        return True

    def back(self, packet: bytearray) -> bool:
        """Gives a packet for the client its own port; returns False if nothing is known of it."""
        place = ports_at(packet)
        if not place:
            return True
        (other,) = struct.unpack_from("!H", packet, place + 2)
        port = self.ports.get((packet[9], other))
        if port is None:
            return False
        rewrite(packet, place, place + 2, port)
        return True


def ports_at(packet: bytearray) -> int:
    """Where the ports of TCP or UDP stand; 0 if there are none, as in later fragments."""
    head = (packet[0] & 15) * 4
    first = not struct.unpack_from("!H", packet, 6)[0] & 0x1FFF
    return head if packet[9] in (TCP, UDP) and first and len(packet) >= head + (20 if packet[9] == TCP else 8) else 0


def rewrite(packet: bytearray, head: int, at: int, port: int) -> None:
    """Changes a port, and the checksum by what the port changed (RFC 1624)."""
    (before,) = struct.unpack_from("!H", packet, at)
    struct.pack_into("!H", packet, at, port)
    place = head + (16 if packet[9] == TCP else 6)
    (checksum,) = struct.unpack_from("!H", packet, place)
    if packet[9] == UDP and checksum == 0:
        return  # there is none
    total = (~checksum & 0xFFFF) + (~before & 0xFFFF) + port
    total = (total & 0xFFFF) + (total >> 16)
    total = ~((total & 0xFFFF) + (total >> 16)) & 0xFFFF
    struct.pack_into("!H", packet, place, total or (0xFFFF if packet[9] == UDP else 0))
