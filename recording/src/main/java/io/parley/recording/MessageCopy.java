package io.parley.recording;

import io.netty.buffer.ByteBuf;
import io.parley.context.Value;
import io.parley.recording.RecordedMessage.Direction;
import io.parley.recording.RecordedMessage.Kind;
import io.parley.representation.ContentCopy;
import io.parley.soap.HeaderUse;
import io.parley.soap.StaticHeader;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Copy of a message for a recording. It receives the message's content and then, once, its end; a message without an
 * end is not recorded. Used by one thread at a time; never blocks.
 */
public final class MessageCopy implements ContentCopy, HeaderUse {
    private final RecordedSession session;
    private final Direction direction;
    private final Kind kind;
    private final long call;
    private final List<byte[]> content = new ArrayList<>();
    private final Map<Integer, Value> headers = new HashMap<>();
    private String operation = "";
    private boolean redelivered;
    private long reserved;
    private boolean overflowed;
    private boolean ended;

    MessageCopy(RecordedSession session, Direction direction, Kind kind, long call) {
        this.session = session;
        this.direction = direction;
        this.kind = kind;
        this.call = call;
        session.copyBegan();
    }

    /** Sets the name of the operation, once it is known. */
    public void operation(String name) {
        operation = name;
    }

    /** Marks the message as redelivered. */
    public void redelivered() {
        redelivered = true;
    }

    /** Records the address of a header block that the message refers to; the block is put into the store. */
    @Override
    public void used(int number, StaticHeader header) {
        headers.put(number, session.content(header));
    }

    /**
     * Begins the copy of the answer to this request.
     *
     * @param way direction of the answer
     * @param fault true for a fault
     */
    public MessageCopy answer(Direction way, boolean fault) {
        MessageCopy answer = new MessageCopy(session, way, fault ? Kind.FAULT : Kind.RESPONSE, call);
        answer.operation(operation);
        return answer;
    }

    @Override
    public void onBytes(ByteBuf bytes) {
        int length = bytes.readableBytes();
        if (ended || overflowed || length == 0) {
            return;
        }
        if (!session.recorder().reserve(length)) {
            overflowed = true;
            release();
            return;
        }
        reserved += length;
        byte[] piece = new byte[length];
        bytes.getBytes(bytes.readerIndex(), piece);
        content.add(piece);
    }

    /**
     * Ends the message and queues its content to be written.
     *
     * @param whole false if some of the content is missing
     */
    @Override
    public void onEnd(boolean whole) {
        if (ended) {
            return;
        }
        ended = true;
        if (overflowed) {
            session.recorder().leaveOut(GapReason.QUEUE_FULL);
            session.copyEnded();
            return;
        }
        RecordedMessage message =
                new RecordedMessage(session.number(), direction, kind, call, operation, redelivered, whole, Map.of());
        session.recorder().offer(new Task.Message(session, message, headers, content, reserved, now()));
        session.copyEnded();
    }

    /** Drops the message: none of it was sent. */
    public void discard() {
        if (!ended) {
            ended = true;
            release();
            session.copyEnded();
        }
    }

    private Instant now() {
        return session.recorder().now();
    }

    private void release() {
        session.recorder().release(reserved);
        reserved = 0;
        content.clear();
    }
}
