package io.parley.session;

import io.parley.HotPath;
import io.parley.Limit;
import io.parley.ParleyException;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Delivery of received messages to the session's user: from the first fragment on if they are read while they arrive,
 * otherwise once they are complete; one-way messages in the order in which they were started, if the user requires
 * that.
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

    /** Returns the bytes of memory that a message takes besides its content because it may have to wait for others. */
    int bytesBeside(MessageKind kind) {
        return kind == MessageKind.ONE_WAY && host.keepsOrder() ? OneWayOrder.EACH_BYTES : 0;
    }

    /**
     * Adds a message that has started.
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
     * Offers the user to read a message while it arrives, after its first fragment. Of ordered messages only the first
     * can be read this way.
     */
    void offer(Stream stream, Received message) {
        if ((!order.has(stream) || order.isFirst(stream)) && host.readsAsItComes(message)) {
            message.readAsItComes();
            order.leave(stream);
        }
    }

    /** Notifies the user of a message that is read while it arrives. */
    @HotPath
    void tell(Received message) {
        if (message.isHandedOver()) {
            effects.add(message);
        }
    }

    /**
     * Records that a message is complete.
     *
     * @return true if it is to be delivered in order
     */
    boolean whole(Stream stream, Received message) {
        boolean inOrder = order.has(stream);
        if (inOrder) {
            order.whole(stream, message);
        }
        return inOrder;
    }

    /**
     * Delivers a message after {@link #whole}.
     *
     * @param inOrder true if it waits for those that started before it
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
     * @param anew true if its sender restarts it
     */
    void fail(Stream stream, ParleyException why, boolean anew) {
        Received receiving = stream.receiving;
        if (receiving != null) {
            stream.receiving = null;
            // A partial response proves that the request was dispatched, whatever the code says.
            receiving.fail(receiving.kind().isAnswer() ? why.afterDispatch() : why, anew);
            tell(receiving);
        }
    }

    /** Removes an ended stream from the order, so that others do not wait for its message. */
    void leave(Stream stream) {
        if (stream.kind == MessageKind.ONE_WAY) {
            order.leave(stream);
        }
    }

    /**
     * Returns a one-way message that has received nothing for too long while others wait for it, or null.
     *
     * @param connected true if there is a connection to receive on
     */
    @Nullable
    Stream stalled(boolean connected, long now) {
        return order.stalled(connected, now);
    }
}
