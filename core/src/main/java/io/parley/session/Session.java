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
import io.parley.frame.ResumeFrame;
import io.parley.negotiation.Agreement;
import io.parley.negotiation.ChannelSecurity;
import io.parley.negotiation.Reliability;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One side of a session on one connection: docs/protocol.md as a state machine. Events come in as method calls, effects
 * stand in {@link Effects}. This class opens or resumes the session; the open session is an {@link
 * Exchange}, which moves from one connection to the next if that was agreed: late frames of earlier connections are
 * dropped. Belongs to one thread at a time. Times are nanoseconds of any clock that only goes forward.
 */
public final class Session {
    /** The smallest frame limit that can be agreed on. */
    public static final int MIN_FRAME_BYTES = 1024;

    private final SessionSide side;
    private final SessionHost host;
    private final FrameReader reader;
    private final FrameWriter writer;
    private final @Nullable OpenRequest request;
    /** Opening side: the session that shall go on here. */
    private @Nullable Session before;

    private @Nullable Exchange exchange;
    /** Accepting side: whether a session is being looked for that shall go on here. */
    private boolean handedOver;

    /** Accepting side: whether its preamble went out. */
    private boolean answered;

    private boolean closed;

    private Session(
            SessionSettings settings, SessionHost host, @Nullable OpenRequest request, @Nullable Session before) {
        this.side = new SessionSide(request != null, settings, host);
        this.host = host;
        this.request = request;
        this.before = before;
        this.reader = new FrameReader(settings);
        this.writer = new FrameWriter(settings, host);
    }

    /**
     * The side that connects; {@link #start} asks for the session.
     *
     * @throws ParleyException {@code LIMIT} if the agreement's limits cannot be worked with
     */
    public static Session opening(
            SessionSettings settings, SessionHost host, Agreement agreement, byte[] token, byte[] terms) {
        checkAgreement(agreement);
        return new Session(settings, host, new OpenRequest(agreement, token, terms), null);
    }

    /** The side that connects, once more: {@link #start} asks for an open session that lost its connection to go on. */
    public static Session resuming(SessionHost host, Session before) {
        return new Session(before.side.settings(), host, before.request, before);
    }

    /** The side that listens; it says and keeps nothing before a valid token. */
    public static Session accepting(SessionSettings settings, SessionHost host) {
        return new Session(settings, host, null, null);
    }

    /** Returns whether it is opened on protected connections alone. */
    public boolean needsProtection() {
        return request != null && request.agreement.security() == ChannelSecurity.TLS;
    }

    /** The connection stands. */
    public void start() {
        if (request != null) {
            writer.preamble();
            byte[] digest = request.agreement.digest().bytes();
            if (before == null) {
                writer.open(request.token, digest, request.terms);
            } else {
                Continuity lasting = before.exchange().continuity();
                writer.resume(lasting.secret(), digest, lasting.received());
            }
        }
    }

    /** Returns the length of the next frame, by the limit that holds now; 0 if more bytes are needed. The preamble counts as one. */
    @HotPath
    public int frameLength(ByteBuf in) {
        return reader.length(in);
    }

    /** Does the slow part of {@link #onFrame} ahead for the next frame; changes only state of the thread that reads. */
    @HotPath
    public void look(ByteBuf frame, int lane) {
        reader.look(frame, lane);
    }

    /** Handles a whole frame and releases it. */
    @HotPath
    public void onFrame(ByteBuf frame, long now) {
        try {
            if (closed) {
                return;
            }
            Exchange open = exchange;
            if (open != null) {
                onFrame(open, frame, now);
            } else if (reader.isStarted()) {
                onOpeningFrame(reader.check(frame), frame, now);
            } else {
                reader.onPreamble(frame);
            }
        } catch (RuntimeException e) {
            onFailed(e);
        } finally {
            frame.release();
        }
    }

    /** Handles a frame that came in a datagram and stays the caller's: dropped unless this connection carries an open session. */
    public void onDatagram(ByteBuf frame, long now) {
        try {
            FrameType type = reader.checkDatagram(frame);
            Exchange open = exchange;
            if (type != null && open != null && open.isReadBy(reader)) {
                open.onDatagram(type, frame, now);
            }
        } catch (RuntimeException e) {
            onFailed(e);
        }
    }

    @HotPath
    private void onFrame(Exchange open, ByteBuf frame, long now) {
        if (open.isReadBy(reader)) {
            reader.hand(frame, open, now);
        }
    }

    /** Handles bytes that are no frame, or come too slowly: ends the session, or a connection that can be replaced. */
    public void onRefused(RuntimeException why) {
        if (exchange == null) {
            refuse(coded(why));
        } else if (exchange.isReadBy(reader)) {
            exchange.end().onDamage(coded(why));
        }
    }

    private void onFailed(RuntimeException why) {
        if (exchange == null || reader.foundDamage()) {
            onRefused(why);
        } else {
            exchange.end().fail(coded(why));
        }
    }

    private static ParleyException coded(RuntimeException why) {
        return why instanceof ParleyException known
                ? known
                : new ParleyException(ErrorCode.INTERNAL, "session: failed over a frame", why);
    }

    /**
     * Accepting side: whether this session can go on on another connection.
     *
     * @throws ParleyException {@code PROTOCOL} if the number that came with RESUME cannot be, {@code ENHANCE_CALM} if it is
     *     resumed all the time
     */
    public void checkResumption(long peerReceived, long now) {
        exchange().checkResumption(peerReceived, now);
    }

    /**
     * Accepting side: the session of another connection goes on on this one, after {@link Effect.Handler#onResume} and
     * {@link #checkResumption}.
     *
     * @param secret for the next time
     */
    public void goOn(Session from, long peerReceived, byte[] secret, long now) {
        Exchange open = from.exchange();
        reader.accepted(open.frameBytes());
        exchange = open;
        open.goOn(reader, peerReceived, secret, now);
    }

    /** The time to resume a session that lost its connection is over. */
    public void giveUp(ParleyException why) {
        if (exchange != null) {
            exchange.end().giveUp(why);
        }
    }

    /** Returns whether the session waits for another connection. */
    public boolean isLost() {
        return exchange != null && exchange.end().isLost();
    }

    /** The channel takes more. */
    public void onWritable() {
        if (exchange != null && exchange.isReadBy(reader)) {
            exchange.pump();
        }
    }

    /** Time went by: looks after what waits for the peer, and at the peer. */
    public void onTick(long now) {
        if (exchange != null) {
            exchange.onTick(now);
            exchange.end().onLook(now);
        }
    }

    /** Nanoseconds until {@link #onLook} is due, of an open session, unless something comes before. */
    public long untilLook(long now) {
        return exchange().end().isLost()
                ? Long.MAX_VALUE
                : exchange().keepAlive().untilLook(now);
    }

    /** Checks a silent peer. */
    public void onLook(long now) {
        if (exchange != null) {
            exchange.end().onLook(now);
        }
    }

    /**
     * Asks the peer for a sign of life after a call of this side ran out of time, unless it gave one lately.
     *
     * @param began when the call did
     * @return whether {@link #onLook} is due earlier now
     */
    public boolean onCallTimeout(long began, long now) {
        Exchange open = exchange();
        return !open.isClosed() && open.keepAlive().suspect(began, !open.end().isLost(), now);
    }

    /**
     * Returns whether {@link #onReadComplete} has something to do. May be asked without the session, by the thread that
     * brings the frames.
     */
    @HotPath
    public boolean hasReadToComplete() {
        return exchange != null && exchange.keepAlive().hasAnswersOut();
    }

    /** Handles the end of a read of the channel; answers to it go out. */
    public void onReadComplete() {
        if (exchange != null && exchange.isReadBy(reader)) {
            exchange.keepAlive().onReadComplete();
        }
    }

    /** A read brought bytes and no end of a frame. */
    public void onBytes(long now) {
        if (exchange != null && exchange.isReadBy(reader) && !exchange.isClosed()) {
            exchange.keepAlive().heard(now);
        }
    }

    /** The time to open is over. */
    public void onOpenTimeout() {
        if (exchange == null) {
            long millis = side.settings().limits().get(Limit.OPEN_MILLIS);
            refuse(new ParleyException(
                    ErrorCode.OPEN_TIMEOUT,
                    "session: expected to be open within " + millis + " ms; the setting is "
                            + Limit.OPEN_MILLIS.setting()));
        }
    }

    /** The connection is gone; the cause is null after an orderly close by either side. */
    public void onConnectionClosed(@Nullable Throwable cause) {
        if (exchange != null) {
            if (exchange.isReadBy(reader)) {
                reader.handHeld(exchange);
                exchange.end().onConnectionClosed(cause);
            }
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

    /** Returns whether messages may be begun. */
    public boolean isOpen() {
        return exchange != null && exchange.mayBegin();
    }

    /** Returns whether it is over. */
    public boolean isClosed() {
        return exchange != null ? exchange.isClosed() : closed;
    }

    /** Returns the state of an open session; throws if it never was open. */
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
            exchange.end().fail(new ParleyException(code, text));
        } else {
            refuse(new ParleyException(code, text));
        }
    }

    /** Returns the number of frames handed to the channel, over all connections, but for handshakes that resume it. */
    public long framesOut() {
        return exchange == null ? writer.frames() : exchange.framesOut();
    }

    /** Returns the number of frames received, over all connections of the session. */
    public long framesIn() {
        return reader.frames();
    }

    /** Returns the bytes of the frames that {@link #framesOut} counts, with headers, and of the preamble. */
    public long bytesOut() {
        return exchange == null ? writer.bytes() : exchange.bytesOut();
    }

    /** Returns the bytes of the frames that {@link #framesIn} counts, with headers, and of the preambles. */
    public long bytesIn() {
        return reader.bytes();
    }

    private void onOpeningFrame(@Nullable FrameType type, ByteBuf frame, long now) {
        if (request == null && type == FrameType.OPEN) {
            onOpen(frame, now);
        } else if (request == null && type == FrameType.RESUME && !handedOver) {
            ResumeFrame.check(frame);
            handedOver = true;
            byte[] secret = ResumeFrame.secret(frame);
            byte[] digest = ResumeFrame.digest(frame);
            long received = ResumeFrame.received(frame);
            host.effects().add(to -> to.onResume(secret, digest, received));
        } else if (request != null && type == FrameType.ACCEPT) {
            onAccept(request.agreement, frame, now);
        } else if (request != null && type == FrameType.REFUSE) {
            ErrorCode code = ErrorCode.of(RefuseFrame.code(frame)).orElse(ErrorCode.INTERNAL);
            throw new ParleyException(code, "refused by the peer: " + RefuseFrame.text(frame));
        } else {
            throw new ParleyException(
                    ErrorCode.PROTOCOL,
                    "session: expected " + (request == null ? "OPEN or RESUME" : "ACCEPT or REFUSE") + ", found "
                            + type);
        }
    }

    private void onOpen(ByteBuf frame, long now) {
        OpenFrame.check(frame);
        byte[] digest = OpenFrame.digest(frame);
        Agreement agreement = host.onOpen(OpenFrame.token(frame), digest, OpenFrame.terms(frame));
        checkAgreement(agreement);
        writer.preamble();
        answered = true;
        byte[] secret = isResumable(agreement) ? host.newSecret() : new byte[0];
        writer.accept(agreement.digest().bytes(), 0, secret);
        open(agreement, secret, now);
    }

    private void onAccept(Agreement agreement, ByteBuf frame, long now) {
        AcceptFrame.check(frame);
        if (!agreement.digest().matches(AcceptFrame.digest(frame))) {
            throw new ParleyException(
                    ErrorCode.DIGEST_MISMATCH,
                    "ACCEPT: expected the digest of agreement " + agreement.id()
                            + ", found another: offer or answer was changed on its way");
        }
        byte[] secret = AcceptFrame.secret(frame);
        if (isResumable(agreement)) {
            Continuity.checkSecret(secret);
            host.onSecret(secret);
        } else if (secret.length > 0) {
            throw new ParleyException(
                    ErrorCode.PROTOCOL, "ACCEPT: expected no secret with reliability none, found one");
        }
        if (before == null) {
            open(agreement, secret, now);
        } else {
            goOn(before.exchange(), AcceptFrame.received(frame), secret, now);
            before = null;
        }
    }

    private void goOn(Exchange open, long peerReceived, byte[] secret, long now) {
        open.continuity().check(peerReceived);
        reader.accepted(open.frameBytes());
        exchange = open;
        host.effects().add(to -> to.resumption().onResumed());
        open.resume(reader, peerReceived, secret, now);
    }

    private void open(Agreement agreement, byte[] secret, long now) {
        reader.accepted(agreement.limits().getInt(Limit.FRAME_BYTES));
        Continuity continuity = isResumable(agreement) ? continuity(agreement, secret) : null;
        if (continuity != null) {
            continuity.begin();
        }
        writer.spread(host.lanes());
        reader.loosen(host.lanes(), continuity != null);
        exchange = new Exchange(side, agreement, writer, continuity, now);
        host.effects().add(Effect.Handler::onOpened);
    }

    private Continuity continuity(Agreement agreement, byte[] secret) {
        FrameLog log = agreement.reliability() == Reliability.DURABLE ? host.frameLog() : null;
        return new Continuity(agreement.limits(), side, writer, reader, secret, log);
    }

    /**
     * Instead of a connection: the session is open as another process left it, and waits for {@link #goOn}, or on the opening
     * side to be {@link #resuming resumed}. The messages that were stored are handed on before this returns.
     *
     * @param secret opening side: by which it can be resumed; else empty
     * @param received the stored frames of messages that the state {@link DurableState#needs}, by stream; taken over
     * @param sent the stored frames that the peer did not acknowledge; taken over
     * @throws ParleyException {@code BUDGET} if there is no room for what was stored
     */
    public void restore(
            Agreement agreement,
            byte[] secret,
            DurableState state,
            Map<Integer, List<ByteBuf>> received,
            List<ByteBuf> sent,
            long now) {
        reader.accepted(agreement.limits().getInt(Limit.FRAME_BYTES));
        Exchange restored = new Exchange(side, agreement, writer, continuity(agreement, secret), now);
        exchange = restored;
        host.effects().add(Effect.Handler::onOpened);
        restored.restore(state, received, sent);
    }

    private static boolean isResumable(Agreement agreement) {
        return agreement.reliability() != Reliability.NONE;
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
        host.disconnect();
        finish(why);
    }

    private void finish(ParleyException why) {
        if (!closed) {
            closed = true;
            if (before == null) {
                host.effects().add(to -> to.onClosed(why));
            } else {
                host.effects().add(to -> to.resumption().onResumptionFailed(why));
            }
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
