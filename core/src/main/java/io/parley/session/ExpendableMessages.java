package io.parley.session;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.parley.ErrorCode;
import io.parley.ParleyException;
import io.parley.frame.ExpendableFrame;
import io.parley.frame.FrameType;
import io.parley.negotiation.ExpendableOperations;
import java.util.List;

/**
 * Expendable messages of an open session (docs/protocol/framing.md, section 5.6): each is one frame in a datagram,
 * unordered and sent once. Confined to the owner of the {@link Exchange}.
 */
public final class ExpendableMessages {
    private final ExpendableOperations agreed;
    private final Budget budget;
    private final ByteBufAllocator allocator;
    private final FrameWriter writer;
    private final Effects effects;
    private final ExpendableCounters counters;
    private long sent;
    /** The highest number received of each operation. */
    private final long[] newest;

    ExpendableMessages(ExpendableOperations agreed, Budget budget, SessionSide side, FrameWriter writer) {
        this.agreed = agreed;
        this.budget = budget;
        this.allocator = side.settings().allocator();
        this.writer = writer;
        this.effects = side.effects();
        this.counters = side.host().datagrams().counters();
        this.newest = new long[agreed.count()];
    }

    /**
     * Sends a message in a datagram if it fits. Without a connection it is dropped, because it would be outdated when
     * there is one again.
     *
     * @param operation its index among the operations agreed to be expendable
     * @param content the whole message; released if this returns true, unchanged otherwise
     * @return false if the message has to be sent like other messages
     */
    public boolean trySend(int operation, ByteBuf content) {
        if (writer.isSuspended()) {
            content.release();
            counters.dropped();
            return true;
        }
        if (content.readableBytes() > writer.expendableBytes()) {
            return false;
        }
        writer.expendable(operation, ++sent, content);
        counters.sent.increment();
        return true;
    }

    /**
     * Handles a checked frame of a datagram; the caller keeps the frame.
     *
     * @param isWanted false if messages are to be dropped
     * @throws ParleyException {@code PROTOCOL} or {@code MALFORMED_FRAME}, which ends the session
     */
    void onFrame(FrameType type, ByteBuf frame, boolean isWanted) {
        if (type != FrameType.EXPENDABLE) {
            throw protocol("EXPENDABLE in a datagram", type.toString());
        }
        ExpendableFrame.check(frame);
        int operation = ExpendableFrame.operation(frame);
        long number = ExpendableFrame.number(frame);
        if (operation >= newest.length || number <= 0) {
            throw protocol(
                    "one of " + newest.length + " expendable operations and a number from 1 on",
                    "operation " + operation + ", number " + number);
        }
        counters.received.increment();
        if (number <= newest[operation]) {
            counters.late();
            if (agreed.isLatestOnly(operation)) {
                return;
            }
        }
        newest[operation] = Math.max(newest[operation], number);
        if (isWanted) {
            receive(operation, ExpendableFrame.toContent(frame));
        } else {
            counters.dropped();
        }
    }

    private void receive(int operation, ByteBuf content) {
        int bytes = content.readableBytes();
        if (!budget.tryReserve(bytes + OneWayOrder.EACH_BYTES)) {
            counters.dropped();
            return;
        }
        Stream none = new Stream(MessageKind.ONE_WAY, false, 0);
        none.closed = true;
        Received message = new Received(none, MessageKind.ONE_WAY, bytes, false, budget, allocator);
        message.holdBeside(OneWayOrder.EACH_BYTES);
        message.markExpendable(operation);
        message.addRetained(content, true);
        message.complete(List.of());
        effects.add(message);
    }

    private static ParleyException protocol(String expected, String found) {
        return new ParleyException(ErrorCode.PROTOCOL, "datagram: expected " + expected + ", found " + found);
    }
}
