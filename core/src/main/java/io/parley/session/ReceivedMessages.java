package io.parley.session;

import io.parley.HotPath;
import io.parley.Limit;
import io.parley.ParleyException;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Messages of the peer on their way to the session's user: those that are read as they come from their first fragment on,
 * all others once they are whole, and one-way messages in the order in which they began, if the user wants that.
 */
final class ReceivedMessages {
    private final SessionHost host;
    private final Effects effects;
    private final OneWayOrder order;

    ReceivedMessages(SessionSide side) {
        this.host = side.host();
        this.effects = side.effects();
        long stallMillis = side.settings().limits().get(Limit.STALL_MILLIS);
        this.order = new OneWayOrder(TimeUnit.MILLISECONDS.toNanos(stallMillis), effects::add);
    }

    /** Returns the memory that a message takes beside its content, because others may have to come before it. */
    int bytesBeside(MessageKind kind) {
        return kind == MessageKind.ONE_WAY && host.keepsOrder() ? OneWayOrder.EACH_BYTES : 0;
    }

    /**
     * A message began.
     *
     * @param beside {@link #bytesBeside}, which were reserved for it
     */
    void begin(Stream stream, Received message, int beside) {
        stream.receiving = message;
        if (beside > 0) {
            message.holdBeside(beside);
            order.begin(stream);
        }
    }

    /**
     * Lets the user read a message of which the first fragment came while the rest comes, if it wants to. Of those that are
     * handed on in order only the first can be read so.
     */
    void offer(Stream stream, Received message) {
        if ((!order.has(stream) || order.isFirst(stream)) && host.readsAsItComes(message)) {
            message.readAsItComes();
            order.leave(stream);
        }
    }

    /** More of a message came: its user learns that if it reads it as it comes. */
    @HotPath
    void tell(Received message) {
        if (message.isHandedOver()) {
            effects.add(message);
        }
    }

    /**
     * A message is whole.
     *
     * @return whether it has a place in the order
     */
    boolean whole(Stream stream, Received message) {
        boolean inOrder = order.has(stream);
        if (inOrder) {
            order.whole(stream, message);
        }
        return inOrder;
    }

    /**
     * Hands on a message that is {@link #whole}.
     *
     * @param inOrder whether it waits for those that began before it
     */
    void handOn(Received message, boolean inOrder) {
        if (inOrder && !message.isHandedOver()) {
            order.handOn();
        } else {
            effects.add(message);
        }
    }

    /**
     * Fails the message that was arriving on a stream.
     *
     * @param anew whether its sender begins it anew
     */
    void fail(Stream stream, ParleyException why, boolean anew) {
        Received receiving = stream.receiving;
        if (receiving != null) {
            stream.receiving = null;
            // An answer that came in part was of a request that was dispatched, whatever the code may assert.
            receiving.fail(receiving.kind().isAnswer() ? why.afterDispatch() : why, anew);
            tell(receiving);
        }
    }

    /** A stream is over: those behind its message need not wait for what did not come of it. */
    void leave(Stream stream) {
        if (stream.kind == MessageKind.ONE_WAY) {
            order.leave(stream);
        }
    }

    /**
     * Returns a one-way message that brought nothing for too long while others wait for it, or null.
     *
     * @param connected whether it could have brought something
     */
    @Nullable
    Stream stalled(boolean connected, long now) {
        return order.stalled(connected, now);
    }
}
