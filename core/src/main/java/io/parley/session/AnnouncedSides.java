package io.parley.session;

import io.parley.ErrorCode;
import io.parley.Limit;
import io.parley.ParleyException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The open side streams that the peer announced, by message and number. */
final class AnnouncedSides {
    private final int most;
    private final Map<Integer, Announced> messages = new HashMap<>();
    private int underWay;
    private int toBegin;

    /** The side streams of one message, while at least one of them is open. */
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

    /** Returns the number of side streams that were announced and have not started. */
    int toBegin() {
        return toBegin;
    }

    /**
     * Registers the side streams that the end of a message announced.
     *
     * @param count number of side streams
     * @throws ParleyException {@code FLOW_CONTROL} if there are too many, {@code PROTOCOL} if the message announced
     *     some before
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
     * Returns an announced side stream when its first fragment arrives.
     *
     * @throws ParleyException {@code PROTOCOL} if it was not announced, or has started before
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

    /** Removes a side stream that has ended, so that it no longer counts against the peer's limit. */
    void over(IncomingSide side) {
        underWay--;
        Announced announced = messages.get(side.message);
        if (announced != null && --announced.open == 0) {
            messages.remove(side.message);
        }
    }

    /** Removes and returns the side streams that have not started, because the session is closed. */
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
