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
 * A message on its way into a recording: shown its content, then told its end, once. What is not ended is not recorded.
 * One thread at a time; never blocks.
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
    private boolean tooMuch;
    private boolean ended;

    MessageCopy(RecordedSession session, Direction direction, Kind kind, long call) {
        this.session = session;
        this.direction = direction;
        this.kind = kind;
        this.call = call;
        session.copyBegan();
    }

    /** Names the operation, as soon as it is known. */
    public void operation(String name) {
        operation = name;
    }

    /** Marks the message as one that had been delivered before. */
    public void redelivered() {
        redelivered = true;
    }

    /** Records the address of a header block that the message uses, and puts the block into the store. */
    @Override
    public void used(int number, StaticHeader header) {
        headers.put(number, session.content(header));
    }

    /** The answer to this request begins. */
    public MessageCopy answer(Direction way, boolean fault) {
        MessageCopy answer = new MessageCopy(session, way, fault ? Kind.FAULT : Kind.RESPONSE, call);
        answer.operation(operation);
        return answer;
    }

    @Override
    public void onBytes(ByteBuf bytes) {
        int length = bytes.readableBytes();
        if (ended || tooMuch || length == 0) {
            return;
        }
        if (!session.recorder().reserve(length)) {
            tooMuch = true;
            release();
            return;
        }
        reserved += length;
        byte[] piece = new byte[length];
        bytes.getBytes(bytes.readerIndex(), piece);
        content.add(piece);
    }

    /** The message is over: it goes to the disk with what was shown of it. */
    @Override
    public void onEnd(boolean whole) {
        if (ended) {
            return;
        }
        ended = true;
        if (tooMuch) {
            session.recorder().leaveOut(GapReason.QUEUE_FULL);
            session.copyEnded();
            return;
        }
        RecordedMessage message =
                new RecordedMessage(session.number(), direction, kind, call, operation, redelivered, whole, Map.of());
        session.recorder().offer(new Task.Message(session, message, headers, content, reserved, now()));
        session.copyEnded();
    }

    /** The message never was: nothing of it went out. */
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
