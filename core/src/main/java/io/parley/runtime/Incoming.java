package io.parley.runtime;

import io.netty.buffer.ByteBuf;
import io.parley.ErrorCode;
import io.parley.ParleyException;
import io.parley.representation.Source;
import io.parley.session.MessageKind;
import io.parley.session.Received;
import io.parley.session.Stream;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/** A whole received message, and for a request the way to its answer. */
final class Incoming implements IncomingMessage {
    private final Link link;
    private final LiveConversation conversation;
    private final Stream stream;
    private final Kind kind;
    private final Received content;
    private final ReceivedSides sides;
    private final Source source;
    private volatile boolean wanted = true;
    /** Guarded by this, as is closed. */
    private Answer answer = Answer.NONE;

    private boolean closed;
    private final AtomicBoolean told = new AtomicBoolean();
    private final AtomicBoolean counted = new AtomicBoolean(true);

    private enum Answer {
        NONE,
        BEING_WRITTEN,
        GIVEN
    }

    Incoming(Link link, LiveConversation conversation, Stream stream, MessageKind kind, Received content) {
        this.link = link;
        this.conversation = conversation;
        this.stream = stream;
        this.content = content;
        this.kind = switch (kind) {
            case REQUEST -> Kind.REQUEST;
            case ONE_WAY -> Kind.ONE_WAY;
            case RESPONSE -> Kind.RESPONSE;
            case FAULT -> Kind.FAULT;
            case SIDE -> throw new IllegalStateException("a side stream is no message");
        };
        this.sides = new ReceivedSides(link, content.sides());
        this.source = new Source(
                this::next, content.length(), conversation.agreement().limits(), sides);
    }

    @Override
    public Kind kind() {
        return kind;
    }

    @Override
    public Conversation conversation() {
        return conversation;
    }

    @Override
    public Source source() {
        return source;
    }

    @Override
    public boolean isOneFragment() {
        return content.isOneFragment();
    }

    @Override
    public boolean isWanted() {
        return wanted;
    }

    void markUnwanted() {
        wanted = false;
    }

    @Override
    public void onWorker(Runnable work) {
        conversation.onWorker(this, work);
    }

    @Override
    public OutgoingMessage beginResponse(boolean fault) {
        synchronized (this) {
            if (kind != Kind.REQUEST || answer != Answer.NONE) {
                throw new IllegalStateException(
                        "expected a request without an answer, found " + kind + " with answer " + answer);
            }
            answer = Answer.BEING_WRITTEN;
        }
        link.beginAnswer(stream, fault ? MessageKind.FAULT : MessageKind.RESPONSE);
        return new Response();
    }

    @Override
    public void refuse(ErrorCode code, String text) {
        refuse(code, text, false);
    }

    /**
     * Answers with a coded error.
     *
     * @param dispatched whether work on the request may have begun
     */
    void refuse(ErrorCode code, String text, boolean dispatched) {
        synchronized (this) {
            if (kind != Kind.REQUEST || answer == Answer.GIVEN) {
                return;
            }
            answer = Answer.GIVEN;
        }
        link.abort(stream, code, text, dispatched);
    }

    @Override
    public void close() {
        boolean unanswered;
        synchronized (this) {
            if (closed) {
                return;
            }
            closed = true;
            unanswered = answer == Answer.NONE;
        }
        source.close();
        content.close();
        read();
        sides.close();
        if (unanswered) {
            refuse(ErrorCode.INTERNAL, "the request was not answered");
        }
        workEnded();
    }

    private @Nullable ByteBuf next() {
        ByteBuf next = content.next();
        if (next == null) {
            read();
        }
        return next;
    }

    /** All of the content was taken out or dropped. */
    private void read() {
        if (told.compareAndSet(false, true)) {
            link.onRead(stream, content);
        }
    }

    /** Once the answer is on its way, or the message closed without one, it counts as work no more. */
    private void workEnded() {
        if ((kind == Kind.REQUEST || kind == Kind.ONE_WAY) && counted.compareAndSet(true, false)) {
            conversation.workEnded();
        }
    }

    /** The answer being written. */
    private final class Response extends Outgoing {
        Response() {
            super(link, stream, conversation.chunkBytes());
        }

        @Override
        void onSending() {
            synchronized (Incoming.this) {
                if (answer == Answer.BEING_WRITTEN) {
                    answer = Answer.GIVEN;
                }
            }
            // Before its end goes out: the peer may begin another call as soon as it has this answer.
            workEnded();
        }

        @Override
        void onDiscarded(ParleyException why) {
            boolean nobodyElse;
            synchronized (Incoming.this) {
                nobodyElse = closed;
                // Nothing of an answer that failed to be sent stands in the way of another.
                answer = Answer.NONE;
            }
            if (nobodyElse) {
                refuse(ErrorCode.INTERNAL, "the response was discarded");
            }
        }
    }
}
