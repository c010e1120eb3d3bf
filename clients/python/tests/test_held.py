import pytest

from parley.errors import FallbackReason
from parley.held import Held


class Clock:
    """Time that a test sets."""

    def __init__(self) -> None:
        self.now = 1_000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


def assert_held_for(held: Held, clock: Clock, seconds: float) -> None:
    clock.now += seconds - 0.001
    assert held.holds()
    clock.now += 0.001
    assert not held.holds()


@pytest.mark.parametrize(
    ("reason", "seconds"),
    [
        (FallbackReason.GOING_AWAY, 1.0),
        (FallbackReason.TERMS_CHANGED, 1.0),
        (FallbackReason.SESSION_LOST, 30.0),
        (FallbackReason.DIGEST_MISMATCH, 30.0),
    ],
)
def test_young_session_that_ended_holds_its_service(clock: Clock, reason: FallbackReason, seconds: float) -> None:
    held = Held(clock)
    held.hold_after_session(reason, "", 29.0)
    assert_held_for(held, clock, seconds)


def test_session_of_some_age_that_ended_holds_nothing(clock: Clock) -> None:
    held = Held(clock)
    held.hold_after_session(FallbackReason.SESSION_LOST, "", 30.0)
    assert not held.holds()


@pytest.mark.parametrize(
    ("reason", "seconds"),
    [
        (FallbackReason.GOING_AWAY, 1.0),
        (FallbackReason.BUDGET, 30.0),
        (FallbackReason.SESSION_LOST, 30.0),
        (FallbackReason.NOT_CAPABLE, 3_600.0),
    ],
)
def test_failed_negotiation_always_holds_its_service(clock: Clock, reason: FallbackReason, seconds: float) -> None:
    held = Held(clock)
    held.hold(reason, "")
    assert_held_for(held, clock, seconds)
