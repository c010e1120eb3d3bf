package io.parley.session;

import io.netty.buffer.ByteBuf;
import io.parley.ErrorCode;
import io.parley.HotPath;
import io.parley.Limit;
import io.parley.ParleyException;
import io.parley.frame.AcceptFrame;
import io.parley.frame.FrameType;
import io.parley.frame.OpenFrame;
import io.parley.frame.RefuseFrame;
import io.parley.negotiation.Agreement;
import org.jspecify.annotations.Nullable;

/**
 * One side of a session: docs/protocol.md as a state machine. Events come in as method calls, what is to be done goes
 * out through {@link SessionActions}. This class opens the session; {@link Exchange} is what it is once open. Belongs to
 * one thread at a time. Times are nanoseconds of any clock that only goes forward.
 */
public final class Session {
    /** The smallest frame limit that can be agreed on. */
    public static final int MIN_FRAME_BYTES = 1024;

    private final SessionSettings settings;
    private final SessionActions actions;
    private final FrameReader reader;
    private final FrameWriter writer;
    private final @Nullable Request request;
    private @Nullable Exchange exchange;
    private boolean answered;
    private boolean closed;

    /** What the opening side asks for. */
    private static final class Request {
        final Agreement agreement;
        final byte[] token;
        final byte[] terms;

        Request(Agreement agreement, byte[] token, byte[] terms) {
            this.agreement = agreement;
            this.token = token.clone();
            this.terms = terms.clone();
        }
    }

    private Session(SessionSettings settings, SessionActions actions, @Nullable Request request) {
        this.settings = settings;
        this.actions = actions;
        this.request = request;
        this.reader = new FrameReader(settings);
        this.writer = new FrameWriter(settings, actions);
    }

    /**
     * The side that connects; {@link #start} asks for the session.
     *
     * @throws ParleyException {@code LIMIT} if the agreement's limits cannot be worked with
     */
    public static Session opening(
            SessionSettings settings, SessionActions actions, Agreement agreement, byte[] token, byte[] terms) {
        checkAgreement(agreement);
        return new Session(settings, actions, new Request(agreement, token, terms));
    }

    /** The side that listens; it says and keeps nothing before a valid token. */
    public static Session accepting(SessionSettings settings, SessionActions actions) {
        return new Session(settings, actions, null);
    }

    /** The connection stands. */
    public void start() {
        if (request != null) {
            writer.preamble();
            writer.open(request.token, request.agreement.digest().bytes(), request.terms);
        }
    }

    /** As {@link io.parley.frame.FrameHeader#length}, with the limit that holds now; the preamble counts as a frame. */
    @HotPath
    public int frameLength(ByteBuf in) {
        return reader.length(in);
    }

    /**
     * Does ahead what takes time of {@link #onFrame} for the same frame, which is next; changes nothing that another thread
     * than the one that brings the frames looks at.
     */
    @HotPath
    public void look(ByteBuf frame) {
        reader.look(frame);
    }

    /** One whole frame came; it is released. */
    @HotPath
    public void onFrame(ByteBuf frame, long now) {
        try {
            if (closed) {
                return;
            }
            Exchange open = exchange;
            if (open != null) {
                open.onFrame(reader.check(frame), frame, now);
            } else if (reader.isStarted()) {
                onOpeningFrame(reader.check(frame), frame, now);
            } else {
                reader.onPreamble(frame);
            }
        } catch (RuntimeException e) {
            onRefused(e);
        } finally {
            frame.release();
        }
    }

    /** What came is no frame, or comes too slowly, or something here failed over it: ends the session. */
    public void onRefused(RuntimeException why) {
        ParleyException coded = why instanceof ParleyException known
                ? known
                : new ParleyException(ErrorCode.INTERNAL, "session: failed over a frame", why);
        if (exchange != null) {
            exchange.fail(coded);
        } else {
            refuse(coded);
        }
    }

    /** The channel takes more. */
    public void onWritable() {
        if (exchange != null) {
            exchange.pump();
        }
    }

    /** Time went by: looks after a silent peer. */
    public void onTick(long now) {
        if (exchange != null) {
            exchange.onTick(now);
        }
    }

    /** The time to open is over. */
    public void onOpenTimeout() {
        if (exchange == null) {
            long millis = settings.limits().get(Limit.OPEN_MILLIS);
            refuse(new ParleyException(
                    ErrorCode.OPEN_TIMEOUT,
                    "session: expected to be open within " + millis + " ms; the setting is "
                            + Limit.OPEN_MILLIS.setting()));
        }
    }

    /** The connection is gone; the cause is null after an orderly close by either side. */
    public void onConnectionClosed(@Nullable Throwable cause) {
        if (exchange != null) {
            exchange.onConnectionClosed(cause);
        } else {
            // Nothing was sent that could have been dispatched.
            finish(
                    cause instanceof ParleyException known
                            ? known
                            : new ParleyException(
                                    ErrorCode.CONNECT_FAILED,
                                    "session: the connection was closed before the session was open",
                                    cause));
        }
    }

    /** Whether messages may be begun. */
    public boolean isOpen() {
        return exchange != null && exchange.mayBegin();
    }

    /** Whether it is over. */
    public boolean isClosed() {
        return exchange != null ? exchange.isClosed() : closed;
    }

    /** What an open session does; throws if it never was open. */
    public Exchange exchange() {
        Exchange open = exchange;
        if (open == null) {
            throw new IllegalStateException("the session is not open");
        }
        return open;
    }

    /** Ends the session now, in whatever state. */
    public void close(ErrorCode code, String text) {
        if (exchange != null) {
            exchange.fail(new ParleyException(code, text));
        } else {
            refuse(new ParleyException(code, text));
        }
    }

    public long framesOut() {
        return writer.frames();
    }

    public long framesIn() {
        return reader.frames();
    }

    public long bytesOut() {
        return writer.bytes();
    }

    public long bytesIn() {
        return reader.bytes();
    }

    private void onOpeningFrame(FrameType type, ByteBuf frame, long now) {
        if (request == null && type == FrameType.OPEN) {
            onOpen(frame, now);
        } else if (request != null && type == FrameType.ACCEPT) {
            onAccept(request.agreement, frame, now);
        } else if (request != null && type == FrameType.REFUSE) {
            ErrorCode code = ErrorCode.of(RefuseFrame.code(frame)).orElse(ErrorCode.INTERNAL);
            throw new ParleyException(code, "refused by the peer: " + RefuseFrame.text(frame));
        } else {
            throw new ParleyException(
                    ErrorCode.PROTOCOL,
                    "session: expected " + (request == null ? "OPEN" : "ACCEPT or REFUSE") + ", found " + type);
        }
    }

    private void onOpen(ByteBuf frame, long now) {
        OpenFrame.check(frame);
        byte[] digest = OpenFrame.digest(frame);
        Agreement agreement = actions.onOpen(OpenFrame.token(frame), digest, OpenFrame.terms(frame));
        checkAgreement(agreement);
        writer.preamble();
        answered = true;
        writer.accept(agreement.digest().bytes());
        open(agreement, now);
    }

    private void onAccept(Agreement agreement, ByteBuf frame, long now) {
        AcceptFrame.check(frame);
        if (!agreement.digest().matches(AcceptFrame.digest(frame))) {
            throw new ParleyException(
                    ErrorCode.DIGEST_MISMATCH,
                    "ACCEPT: expected the digest of agreement " + agreement.id()
                            + ", found another: offer or answer was changed on its way");
        }
        open(agreement, now);
    }

    private void open(Agreement agreement, long now) {
        reader.accepted(agreement.limits().getInt(Limit.FRAME_BYTES));
        exchange = new Exchange(request != null, agreement.limits(), settings, writer, actions, now);
        actions.onOpened();
    }

    /** Ends what never was a session. Who did not show our magic is not answered at all. */
    private void refuse(ParleyException why) {
        if (closed) {
            return;
        }
        if (request == null && (reader.isStarted() || why.code() != ErrorCode.MALFORMED_FRAME)) {
            if (!answered) {
                writer.preamble();
            }
            writer.refuse(why.code(), why.text());
        }
        actions.disconnect();
        finish(why);
    }

    private void finish(ParleyException why) {
        if (!closed) {
            closed = true;
            actions.onClosed(why);
        }
    }

    private static void checkAgreement(Agreement agreement) {
        long frame = agreement.limits().get(Limit.FRAME_BYTES);
        if (frame < MIN_FRAME_BYTES) {
            throw new ParleyException(
                    ErrorCode.LIMIT,
                    "agreement " + agreement.id() + ": expected frames of at least " + MIN_FRAME_BYTES
                            + " bytes, found " + frame + "; the setting is " + Limit.FRAME_BYTES.setting());
        }
    }
}
