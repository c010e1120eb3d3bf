"""What the link does with packets, without devices: python3 -m unittest, in this folder."""

import contextlib
import io
import random
import struct
import subprocess
import sys
import unittest
import unittest.mock
from typing import List, Optional

from lossy_link import UNAVAILABLE, Direction, Line, main
from nat import TCP, UDP, Nat


def packet(protocol: int, source: int, target: int, payload: bytes = b"odd") -> bytearray:
    """A packet of IPv4 from 10.0.0.1 to 10.0.0.2 with a right checksum."""
    if protocol == UDP:
        segment = bytearray(struct.pack("!HHHH", source, target, 8 + len(payload), 0) + payload)
    else:
        segment = bytearray(struct.pack("!HHIIBBHHH", source, target, 1, 2, 5 << 4, 24, 64, 0, 0) + payload)
    head = struct.pack("!BBHHHBBH4s4s", 0x45, 0, 20 + len(segment), 7, 0, 64, protocol, 0, bytes((10, 0, 0, 1)), bytes((10, 0, 0, 2)))
    struct.pack_into("!H", segment, 16 if protocol == TCP else 6, ~total(head, segment) & 0xFFFF)
    return bytearray(head) + segment


def total(head: bytes, segment: bytes) -> int:
    """The sum in ones' complement over pseudo header and segment; 0xFFFF if its checksum is right."""
    text = bytes(head[12:20]) + struct.pack("!BBH", 0, head[9], len(segment)) + bytes(segment)
    text += b"\0" * (len(text) % 2)
    value = sum(struct.unpack(f"!{len(text) // 2}H", text))
    while value >> 16:
        value = (value & 0xFFFF) + (value >> 16)
    return value


def ports(of: bytearray) -> List[int]:
    return list(struct.unpack_from("!HH", of, 20))


class DirectionTest(unittest.TestCase):
    def direction(self, loss: float = 0, delay: float = 0, rate: float = 0, queue: int = 3000, seed: int = 1) -> Direction:
        return Direction(Line(loss, delay, 0, rate, queue), random.Random(seed))

    def arrivals(self, seed: int) -> List[Optional[float]]:
        direction = self.direction(loss=0.1, seed=seed)
        return [direction.arrival(i, 100) for i in range(2000)]

    def test_a_seed_repeats_its_losses_and_another_has_others(self) -> None:
        self.assertEqual(self.arrivals(1), self.arrivals(1))
        self.assertNotEqual(self.arrivals(1), self.arrivals(2))
        self.assertAlmostEqual(self.arrivals(1).count(None), 200, delta=45)

    def test_packets_wait_for_the_rate_and_then_for_the_delay(self) -> None:
        direction = self.direction(delay=1.1, rate=1000)
        self.assertEqual([direction.arrival(5, 1000), direction.arrival(5, 500)], [7.1, 7.6])
        self.assertEqual(direction.arrival(20, 1000), 22.1)

    def test_a_full_queue_takes_no_more_until_it_is_shorter(self) -> None:
        direction = self.direction(rate=1000, queue=2000)
        self.assertEqual([direction.arrival(0, 1000) for _ in range(3)], [1, 2, None])
        self.assertEqual(direction.no_room, 1)
        self.assertEqual(direction.arrival(1, 1000), 3)


class NatTest(unittest.TestCase):
    def test_ports_are_rewritten_with_their_checksums_both_ways(self) -> None:
        for protocol in (TCP, UDP):
            nat = Nat()
            nat.forget()
            out = packet(protocol, 40_000, 7001)
            nat.out(out)
            other = ports(out)[0]
            self.assertNotEqual(other, 40_000)
            self.assertEqual(total(out[:20], out[20:]), 0xFFFF)
            back = packet(protocol, 7001, other)
            self.assertTrue(nat.back(back))
            self.assertEqual(ports(back), [7001, 40_000])
            self.assertEqual(total(back[:20], back[20:]), 0xFFFF)

    def test_what_comes_for_a_forgotten_port_is_dropped(self) -> None:
        nat = Nat()
        out = packet(UDP, 40_000, 7001)
        nat.out(out)
        nat.forget()
        again = packet(UDP, 40_000, 7001)
        nat.out(again)
        self.assertNotEqual(ports(again)[0], ports(out)[0])
        self.assertFalse(nat.back(packet(UDP, 7001, ports(out)[0])))
        self.assertTrue(nat.back(packet(UDP, 7001, ports(again)[0])))

    def test_later_fragments_and_other_protocols_pass_as_they_are(self) -> None:
        fragment = packet(UDP, 40_000, 7001)
        struct.pack_into("!H", fragment, 6, 185)
        other = packet(UDP, 40_000, 7001)
        other[9] = 1
        for each in (fragment, other):
            before = bytes(each)
            self.assertTrue(Nat().out(each) and Nat().back(each))
            self.assertEqual(bytes(each), before)


class ArgumentsTest(unittest.TestCase):
    def test_what_makes_no_sense_is_refused_by_name(self) -> None:
        for argument in ("--loss=51", "--delay=-1", "--rate=x", "--queue=10", "--congestion=none"):
            ended = subprocess.run([sys.executable, "lossy_link.py", argument], capture_output=True, text=True)
            self.assertEqual(ended.returncode, 2, ended.stderr)
            self.assertIn(argument.split("=")[0], ended.stderr)

    def test_who_is_not_root_is_told_so_with_an_exit_code_of_its_own(self) -> None:
        told = io.StringIO()
        with unittest.mock.patch("os.geteuid", return_value=1000), contextlib.redirect_stderr(told):
            self.assertEqual(main([]), UNAVAILABLE)
        self.assertIn("root", told.getvalue())


if __name__ == "__main__":
    unittest.main()
