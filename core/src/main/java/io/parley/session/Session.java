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
 * One side of a session on one connection: the state machine of docs/protocol.md. Events are method calls, results are
 * {@link Effects}. This class opens or resumes the session; the open session is an {@link Exchange}, which moves from
 * one connection to the next if it is resumable. Late frames of earlier connections are dropped. Confined to one thread
 * at a time. Times are nanoseconds of any monotonic clock.
 */
public final class Session {
    /** Minimum of the agreed maximum frame length, in bytes. */
    public static final int MIN_FRAME_BYTES = 1024;

    private final SessionSide side;
    private final SessionHost host;
    private final FrameReader reader;
    private final FrameWriter writer;
    private final @Nullable OpenRequest request;
    /** Opening side: the session to be resumed on this connection. */
    private @Nullable Session before;

    private @Nullable Exchange exchange;
    /** Accepting side: true while the session to be resumed is looked up. */
    private boolean handedOver;

    /** Accepting side: true once the preamble was sent. */
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
     * Creates the side that connects; {@link #start} requests the session.
     *
     * @throws ParleyException {@code LIMIT} if the agreement's limits are not supported
     */
    public static Session opening(
            SessionSettings settings, SessionHost host, Agreement agreement, byte[] token, byte[] terms) {
        checkAgreement(agreement);
        return new Session(settings, host, new OpenRequest(agreement, token, terms), null);
    }

    /** Creates the connecting side that asks to resume a session which lost its connection. */
    public static Session resuming(SessionHost host, Session before) {
        return new Session(before.side.settings(), host, before.request, before);
    }

    /** Creates the side that listens; it sends and stores nothing before it has received a valid token. */
    public static Session accepting(SessionSettings settings, SessionHost host) {
        return new Session(settings, host, null, null);
    }

    /** Returns whether the session may be opened on protected connections only. */
    public boolean needsProtection() {
        return request != null && request.agreement.security() == ChannelSecurity.TLS;
    }

    /** Starts the handshake when the connection is established. */
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

    /** Returns the length in bytes of the next frame or preamble; 0 if more bytes are needed. */
    @HotPath
    public int frameLength(ByteBuf in) {
        return reader.length(in);
    }

    /** Does the expensive part of {@link #onFrame} for the next frame; called by the reading thread. */
    @HotPath
    public void look(ByteBuf frame, int track) {
        reader.look(frame, track);
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

    /** Handles a frame of a datagram, which the caller keeps; dropped without an open session. */
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
            FrameDispatch.hand(reader, frame, open, now);
        }
    }

    /** Handles bytes that are not a frame or arrive too slowly: the connection or the session ends. */
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
     * Accepting side: checks that this session can be resumed on another connection.
     *
     * @throws ParleyException {@code PROTOCOL} if the peer's sequence number is impossible, {@code ENHANCE_CALM} if it
     *     resumes too often
     */
    public void checkResumption(long peerReceived, long now) {
        exchange().checkResumption(peerReceived, now);
    }

    /**
     * Accepting side: continues the session of another connection on this one, after {@link Effect.Handler#onResume}
     * and {@link #checkResumption}.
     *
     * @param secret for the next resumption
     */
    public void acceptResumption(Session from, long peerReceived, byte[] secret, long now) {
        Exchange open = from.exchange();
        reader.accepted(open.frameBytes());
        exchange = open;
        open.acceptResumption(reader, peerReceived, secret, now);
    }

    /** Ends a session that was not resumed in time. */
    public void giveUp(ParleyException why) {
        if (exchange != null) {
            exchange.end().giveUp(why);
        }
    }

    /** Returns whether the session waits for another connection. */
    public boolean isLost() {
        return exchange != null && exchange.end().isLost();
    }

    /** Handles the channel becoming writable. */
    public void onWritable() {
        if (exchange != null && exchange.isReadBy(reader)) {
            exchange.pump();
        }
    }

    /** Handles the regular tick: checks for stalled content and for a silent peer. */
    public void onTick(long now) {
        if (exchange != null) {
            exchange.onTick(now);
            exchange.end().onPeerCheck(now);
        }
    }

    /** Returns the nanoseconds until {@link #onPeerCheck} is due, unless something is received before. */
    public long untilPeerCheck(long now) {
        return exchange().end().isLost()
                ? Long.MAX_VALUE
                : exchange().keepAlive().untilPeerCheck(now);
    }

    /** Checks for a silent peer. */
    public void onPeerCheck(long now) {
        if (exchange != null) {
            exchange.end().onPeerCheck(now);
        }
    }

    /**
     * Pings the peer after a call of this side timed out, unless something was received recently.
     *
     * @param began start of the call, in nanoseconds
     * @return true if {@link #onPeerCheck} is due earlier now
     */
    public boolean onCallTimeout(long began, long now) {
        Exchange open = exchange();
        return !open.isClosed() && open.keepAlive().suspect(began, !open.end().isLost(), now);
    }

    /**
     * Returns whether {@link #onReadComplete} has something to do. May be called without owning the session, by the
     * reading thread.
     */
    @HotPath
    public boolean hasReadToComplete() {
        return exchange != null && exchange.keepAlive().hasAnswersOut();
    }

    /** Handles the end of a read of the channel, after which answers to it are sent. */
    public void onReadComplete() {
        if (exchange != null && exchange.isReadBy(reader)) {
            exchange.keepAlive().onReadComplete();
        }
    }

    /** Records that bytes without a complete frame were received, as a sign of life. */
    public void onBytes(long now) {
        if (exchange != null && exchange.isReadBy(reader) && !exchange.isClosed()) {
            exchange.keepAlive().heard(now);
        }
    }

    /** Ends a session that was not opened in time. */
    public void onOpenTimeout() {
        if (exchange == null) {
            long millis = side.settings().limits().get(Limit.OPEN_MILLIS);
            refuse(new ParleyException(
                    ErrorCode.OPEN_TIMEOUT,
                    "session: expected to be open within " + millis + " ms; the setting is "
                            + Limit.OPEN_MILLIS.setting()));
        }
    }

    /** Handles the end of the connection; the cause is null after an orderly close by either side. */
    public void onConnectionClosed(@Nullable Throwable cause) {
        if (exchange != null) {
            if (exchange.isReadBy(reader)) {
                FrameDispatch.handLast(reader, exchange);
                exchange.end().onConnectionClosed(cause);
            }
        } else {
            // No message was sent, so none can have been dispatched.
            finish(
                    cause instanceof ParleyException known
                            ? known
                            : new ParleyException(
                                    ErrorCode.CONNECT_FAILED,
                                    "session: the connection was closed before the session was open",
                                    cause));
        }
    }

    /** Returns whether messages may be started. */
    public boolean isOpen() {
        return exchange != null && exchange.mayBegin();
    }

    /** Returns whether the session is closed. */
    public boolean isClosed() {
        return exchange != null ? exchange.isClosed() : closed;
    }

    /** Returns the open session; throws {@link IllegalStateException} if it was never open. */
    public Exchange exchange() {
        Exchange open = exchange;
        if (open == null) {
            throw new IllegalStateException("the session is not open");
        }
        return open;
    }

    /** Ends the session now, in any state. */
    public void close(ErrorCode code, String text) {
        if (exchange != null) {
            exchange.end().fail(new ParleyException(code, text));
        } else {
            refuse(new ParleyException(code, text));
        }
    }

    /** Returns the number of frames sent over all connections, without handshakes of resumptions. */
    public long framesOut() {
        return exchange == null ? writer.frames() : exchange.framesOut();
    }

    /** Returns the number of frames received over all connections. */
    public long framesIn() {
        return reader.frames();
    }

    /** Returns the bytes of the frames that {@link #framesOut} counts, and of the preamble. */
    public long bytesOut() {
        return exchange == null ? writer.bytes() : exchange.bytesOut();
    }

    /** Returns the bytes of the frames that {@link #framesIn} counts, and of the preambles. */
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
            completeResumption(before.exchange(), AcceptFrame.received(frame), secret, now);
            before = null;
        }
    }

    private void completeResumption(Exchange open, long peerReceived, byte[] secret, long now) {
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
        writer.spread(host.tracks());
        reader.loosen(host.tracks(), continuity != null);
        exchange = new Exchange(side, agreement, writer, continuity, now);
        host.effects().add(Effect.Handler::onOpened);
    }

    private Continuity continuity(Agreement agreement, byte[] secret) {
        FrameLog log = agreement.reliability() == Reliability.DURABLE ? host.frameLog() : null;
        return new Continuity(agreement.limits(), side, writer, reader, secret, log);
    }

    /**
     * Restores the session as an earlier process left it. It then waits for {@link #acceptResumption}, or on the
     * opening side to be {@link #resuming resumed}. Stored messages are delivered before this returns.
     *
     * @param secret opening side: the secret to resume with; otherwise empty
     * @param received stored frames of messages that the state {@link DurableState#needs}, by stream; ownership is
     *     transferred
     * @param sent stored frames that the peer did not acknowledge; ownership is transferred
     * @throws ParleyException {@code BUDGET} if there is no capacity for the stored messages
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

    /** Refuses a session that was not opened; a peer without a valid preamble gets no response. */
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
