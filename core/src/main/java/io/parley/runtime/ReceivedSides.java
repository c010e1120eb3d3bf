package io.parley.runtime;

import io.parley.ErrorCode;
import io.parley.representation.SideSource;
import io.parley.session.IncomingSide;
import java.io.InputStream;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The side streams of a received message: each is taken by somebody, or given up when the message is closed. */
final class ReceivedSides implements SideSource, AutoCloseable {
    private final Link link;
    /** By number; null once taken. Guarded by this. */
    private final @Nullable IncomingSide[] waiting;

    ReceivedSides(Link link, List<IncomingSide> announced) {
        this.link = link;
        this.waiting = announced.toArray(new @Nullable IncomingSide[0]);
    }

    @Override
    public int count() {
        return waiting.length;
    }

    @Override
    public InputStream take(int number, String where) {
        IncomingSide side = number >= 0 && number < waiting.length ? takeOut(number) : null;
        if (side == null) {
            throw SideSource.unknown(waiting.length, number, where);
        }
        return link.sides().open(side);
    }

    /** Those that nobody took are not wanted. */
    @Override
    public void close() {
        for (int number = 0; number < waiting.length; number++) {
            IncomingSide side = takeOut(number);
            if (side != null) {
                link.sides().cancel(side, ErrorCode.CANCELLED, "the message around it was closed");
            }
        }
    }

    private synchronized @Nullable IncomingSide takeOut(int number) {
        IncomingSide side = waiting[number];
        waiting[number] = null;
        return side;
    }
}
