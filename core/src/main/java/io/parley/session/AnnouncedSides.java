package io.parley.session;

import io.parley.ErrorCode;
import io.parley.Limit;
import io.parley.ParleyException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The side streams that the peer announced and that are not over, by message and number. */
final class AnnouncedSides {
    private final int most;
    private final Map<Integer, Announced> messages = new HashMap<>();
    private int underWay;
    private int toBegin;

    /** A message's side streams, as long as one of them is not over. */
    private static final class Announced {
        final List<IncomingSide> sides;
        int open;

        Announced(List<IncomingSide> sides) {
            this.sides = sides;
            this.open = sides.size();
        }
    }

    AnnouncedSides(int most) {
        this.most = most;
    }

    /** Returns how many side streams were announced and did not begin. */
    int toBegin() {
        return toBegin;
    }

    /**
     * The end of a message told that so many follow.
     *
     * @throws ParleyException {@code FLOW_CONTROL} if there are too many, {@code PROTOCOL} if it told before
     */
    List<IncomingSide> announce(int message, int count) {
        if (count == 0) {
            return List.of();
        }
        if (count > most - underWay) {
            throw new ParleyException(
                    ErrorCode.FLOW_CONTROL,
                    "stream " + message + ": expected at most " + most + " side streams under way, found " + count
                            + " more than the " + underWay + " there are; the setting is " + Limit.SIDES.setting());
        }
        List<IncomingSide> sides = new ArrayList<>(count);
        for (int number = 0; number < count; number++) {
            sides.add(new IncomingSide(message, number));
        }
        if (messages.putIfAbsent(message, new Announced(List.copyOf(sides))) != null) {
            throw protocol(message, "side streams to be announced once", "a second announcement");
        }
        underWay += count;
        toBegin += count;
        return sides;
    }

    /**
     * The side stream that begins.
     *
     * @throws ParleyException {@code PROTOCOL} if it was not announced, or began before
     */
    IncomingSide begin(int message, int number) {
        Announced announced = messages.get(message);
        if (announced == null) {
            throw protocol(message, "a side stream that was announced", "one that was not");
        }
        if (number >= announced.sides.size()) {
            throw protocol(message, "one of " + announced.sides.size() + " announced side streams", "number " + number);
        }
        IncomingSide side = announced.sides.get(number);
        if (side.begun) {
            throw protocol(message, "side stream " + number + " to begin once", "it again");
        }
        side.begun = true;
        toBegin--;
        return side;
    }

    /** Removes a side stream that began: it counts no more against the peer's limit. */
    void over(IncomingSide side) {
        underWay--;
        Announced announced = messages.get(side.message);
        if (announced != null && --announced.open == 0) {
            messages.remove(side.message);
        }
    }

    /** The session is over: those that did not begin never will. Returns them. */
    List<IncomingSide> abandon() {
        List<IncomingSide> unbegun = new ArrayList<>();
        for (Announced announced : messages.values()) {
            announced.sides.stream().filter(side -> !side.begun).forEach(unbegun::add);
        }
        messages.clear();
        toBegin = 0;
        return unbegun;
    }

    private static ParleyException protocol(int message, String expected, String found) {
        return new ParleyException(
                ErrorCode.PROTOCOL, "message on stream " + message + ": expected " + expected + ", found " + found);
    }
}
