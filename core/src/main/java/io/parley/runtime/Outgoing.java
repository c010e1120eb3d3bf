package io.parley.runtime;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.parley.ErrorCode;
import io.parley.HotPath;
import io.parley.Limit;
import io.parley.ParleyException;
import io.parley.compression.MessageCompression;
import io.parley.compression.Packing;
import io.parley.frame.DataFrame;
import io.parley.negotiation.Agreement;
import io.parley.representation.OriginalContent;
import io.parley.representation.SideContent;
import io.parley.representation.SideSink;
import io.parley.representation.Sink;
import io.parley.session.MessageKind;
import io.parley.session.Stream;
import java.util.Optional;
import java.util.function.ObjIntConsumer;
import org.jspecify.annotations.Nullable;

/** A message being written: chunks of its sink are passed to the session as they fill. */
class Outgoing implements OutgoingMessage, Sink.Drain, SideSink {
    private final ConversationState conversation;
    private final Stream stream;
    /** Created on demand, or lent by the writer. */
    private @Nullable Sink sink;

    private boolean lent;
    private final @Nullable Packing packing;
    /** Created by the writer with the first side stream; read by threads that cancel the call. */
    private volatile @Nullable MessageSides sides;

    private boolean ended;
    /** The error with which the session refused a chunk: an incomplete message is never sent. */
    private @Nullable ParleyException refused;

    /**
     * Creates a message.
     *
     * @param compression of its content
     */
    @SuppressWarnings("this-escape") // the sink only keeps it, to hand it chunks once there are some
    Outgoing(ConversationState conversation, Stream stream, MessageCompression compression) {
        this.conversation = conversation;
        this.stream = stream;
        this.packing = compression == MessageCompression.NONE ? null : compression.pack(this);
    }

    @Override
    public final Sink sink() {
        Sink known = sink;
        if (known == null) {
            checkNotEnded();
            known = new Sink(allocator(), conversation.chunkBytes(), drain(), this);
            sink = known;
        }
        return known;
    }

    @Override
    public final Sink sink(Sink idle) {
        if (sink != null) {
            return sink;
        }
        checkNotEnded();
        idle.into(allocator(), conversation.chunkBytes(), drain(), this);
        sink = idle;
        lent = true;
        return idle;
    }

    private void checkNotEnded() {
        if (ended) {
            throw new IllegalStateException("expected a message that is being written, found one that has ended");
        }
    }

    private ByteBufAllocator allocator() {
        return conversation.services().allocator;
    }

    private Sink.Drain drain() {
        return packing == null ? this : packing;
    }

    @Override
    public final Agreement agreement() {
        return conversation.agreement();
    }

    @Override
    public final void send() {
        if (ended) {
            return;
        }
        Sink whole = sink();
        ended = true;
        try {
            checkWhole();
            onSending();
            whole.finish();
            forgetLent();
        } catch (ParleyException e) {
            dropContent();
            onDiscarded(e);
            throw e;
        }
    }

    /** Forgets a lent sink, which its owner may lend to another message. */
    private void forgetLent() {
        if (lent) {
            sink = null;
        }
    }

    @Override
    public final void discard() {
        if (ended) {
            return;
        }
        ended = true;
        dropContent();
        ParleyException why = refused;
        onDiscarded(
                why != null ? why : new ParleyException(ErrorCode.ENCODING, "the message was discarded by its sender"));
    }

    @Override
    public final Optional<String> unrepeatable() {
        MessageSides present = sides;
        return present == null ? Optional.empty() : present.unrepeatable();
    }

    /** Returns, once, the kind of a response that has not started; null if there is none to start. */
    @Nullable
    MessageKind takeUnbegun() {
        return null;
    }

    /** Called before the end of the message is passed to the session. */
    void onSending() {}

    /** Aborts the side streams, because they are no longer needed. */
    final void abortSides(ErrorCode code, String text) {
        MessageSides present = sides;
        if (present != null) {
            present.abort(code, text);
        }
    }

    /** Called when the message will not be completed. */
    void onDiscarded(ParleyException why) {
        driver().abort(stream, why.code(), why.text());
    }

    private void dropContent() {
        if (sink != null) {
            sink.discard();
            forgetLent();
        }
        if (packing != null) {
            packing.discard();
        }
    }

    /** Passes a chunk of the sink to the session. */
    @Override
    @HotPath
    public final void accept(ByteBuf chunk, boolean last) {
        boolean taken = false;
        try {
            taken = sendsAlone(chunk, last);
            if (!taken) {
                if (!driver().tryWrite(stream, takeUnbegun(), chunk, last, Outgoing::noWakeUp)) {
                    new RoomWait(driver(), stream).write(chunk, last);
                }
                taken = true;
            }
        } catch (ParleyException e) {
            refused = e;
            throw e;
        } finally {
            if (!taken) {
                chunk.release();
            }
        }
    }

    /**
     * Sends a chunk that is the whole message outside the session's streams; returns false, leaving the chunk, if it
     * does not.
     */
    boolean sendsAlone(ByteBuf chunk, boolean last) {
        return false;
    }

    /** Returns whether the message has side streams. */
    final boolean hasSides() {
        return sides != null;
    }

    /** Returns whether content may be lent, for which the thread waits while it is copied. */
    @Override
    public final boolean takes(long bytes) {
        return ChannelThreads.mayWait();
    }

    @Override
    @HotPath
    public final long take(long bytes, ObjIntConsumer<ByteBuf> from) {
        try {
            return bytes - new RoomWait(driver(), stream).lend(takeUnbegun(), bytes, from);
        } catch (ParleyException e) {
            refused = e;
            throw e;
        }
    }

    @Override
    public final int headroom() {
        return DataFrame.ROOM_BEFORE;
    }

    /** Announces a long message, so that the other side can provide memory while it is written. */
    @Override
    public final boolean expect(long bytes) {
        begin();
        driver().lock().run(() -> driver().exchange().expect(stream, bytes));
        return true;
    }

    @Override
    public final int add(SideContent content) {
        begin();
        return sides().add(content);
    }

    @Override
    public final void note(OriginalContent content) {
        sides().note(content);
    }

    @Override
    public final int mostInline() {
        return conversation.agreement().limits().getInt(Limit.STRING_BYTES);
    }

    final ConversationState conversation() {
        return conversation;
    }

    final SessionDriver driver() {
        return conversation.driver();
    }

    final Stream stream() {
        return stream;
    }

    /** Starts a response that the session must know of before its first chunk. */
    private void begin() {
        MessageKind answer = takeUnbegun();
        if (answer != null) {
            driver().beginAnswer(stream, answer);
        }
    }

    /** A callback for the first attempt, which seldom has to wait: the next one passes a real callback. */
    private static void noWakeUp() {}

    private MessageSides sides() {
        MessageSides present = sides;
        if (present == null) {
            present = new MessageSides(conversation.sides(), stream, conversation.chunkBytes());
            sides = present;
        }
        return present;
    }

    private void checkWhole() {
        if (refused != null) {
            throw refused;
        }
    }
}
