package io.parley.session;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.parley.ErrorCode;
import io.parley.Limit;
import io.parley.Limits;
import io.parley.ParleyException;
import io.parley.negotiation.Agreement;
import io.parley.negotiation.DeliveryTerm;
import io.parley.negotiation.ExpendableOperations;
import io.parley.negotiation.HostPort;
import io.parley.negotiation.Reliability;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * One session under test, which records its effects when the test asks for them. Received messages are kept until the
 * test takes them.
 */
class Side implements SessionHost, Effect.Handler, Effect.Messages, Effect.Resumption, AutoCloseable {
    static final byte[] TOKEN = filled(40, 0x77);
    static final Duration KEEP_ALIVE = Duration.ofMillis(Limit.KEEP_ALIVE_MILLIS.initial());

    final Deque<ByteBuf> out = new ArrayDeque<>();
    /** Tracks of the frames in {@link #out}, except those of the first track. */
    private final IdentityHashMap<ByteBuf, Integer> trackOf = new IdentityHashMap<>();
    /** The number of tracks of its connections. */
    int tracks = 1;

    private final List<Message> messages = new ArrayList<>();
    private final List<Failed> failed = new ArrayList<>();
    /** Side streams of this side that are writable. */
    private final Set<Stream> ready = new LinkedHashSet<>();

    private final Effects effects = new Effects();
    final SentDatagrams datagrams = new SentDatagrams();
    final Budget budget;
    final Budget sending;
    final Agreement agreement;
    private final SessionSettings settings;
    /** The session on its current or last connection. */
    Session session;

    /** Opening side: a further connection, until it carries the session or has failed. */
    @Nullable
    Session candidate;

    /** Accepting side: the acceptor of a further connection, until it carries the session. */
    @Nullable
    Side door;

    /** Secrets that the accepting side has issued. */
    final List<byte[]> secrets = new ArrayList<>();

    private int lost;
    private int resumed;
    private int pongs;
    private boolean proved;
    private long asksFor = -1;
    /** The secret of the last resumption: valid until the newest one is known to have arrived. */
    private byte[] shown = new byte[0];

    boolean writable = true;
    /** True if one-way messages of the peer are delivered in their order. */
    boolean keepsOrder;
    /** True if the peer has been silent since a call timed out. */
    private boolean suspect;

    boolean disconnected;
    private boolean opened;
    private boolean over;

    private @Nullable ParleyException why;

    @Nullable
    ParleyException refuseOpen;

    /** Selects the messages that are read while they arrive. */
    Arriving arriving = (side, stream, content) -> false;

    interface Arriving {
        boolean isWanted(Side side, Stream stream, Received content);
    }

    record Message(Stream stream, MessageKind kind, Received content) {}

    record Failed(Stream stream, ParleyException why) {}

    private Side(boolean opening, Agreement agreed, ByteBufAllocator allocator) {
        this(opening, agreed, allocator, true);
    }

    private Side(boolean opening, Agreement agreed, ByteBufAllocator allocator, boolean tellsOfEnd) {
        agreement = agreed;
        Limits limits = agreed.limits();
        budget = Budget.of(limits.get(Limit.TOTAL_BYTES));
        sending = Budget.of(limits.get(Limit.TOTAL_BYTES));
        settings = new SessionSettings(limits, allocator, false, tellsOfEnd, budget, sending);
        session = opening
                ? Session.opening(settings, this, agreement, TOKEN, new byte[] {1, 2, 3})
                : Session.accepting(settings, this);
    }

    static Side opening(Limits limits) {
        return opening(limits, ByteBufAllocator.DEFAULT);
    }

    static Side opening(Limits limits, ByteBufAllocator allocator) {
        return new Side(true, agreement(limits), allocator);
    }

    /** Returns a side with two operations whose messages may be lost: a delivers each message, b only the latest. */
    static Side losing(boolean opening, Limits limits) {
        ExpendableOperations operations =
                ExpendableOperations.of(Map.of("a", DeliveryTerm.EXPENDABLE, "b", DeliveryTerm.LATEST));
        return new Side(opening, agreement(limits).losing(operations), ByteBufAllocator.DEFAULT);
    }

    static Side accepting(Limits limits) {
        return accepting(limits, ByteBufAllocator.DEFAULT);
    }

    static Side accepting(Limits limits, ByteBufAllocator allocator) {
        return new Side(false, agreement(limits), allocator);
    }

    /** Returns a side whose channel does not report the end of a process. */
    static Side silent(boolean opening) {
        return new Side(opening, agreement(Limits.defaults()), ByteBufAllocator.DEFAULT, false);
    }

    /** Returns a side whose session can be resumed. */
    static Side resumable(boolean opening, Limits limits, ByteBufAllocator allocator) {
        return new Side(opening, agreement(limits).reliable(Reliability.RESUME), allocator);
    }

    /** Applies the pending effects of the session. */
    final void apply() {
        effects.applyTo(this);
    }

    @Override
    public Effects effects() {
        return effects;
    }

    List<Message> received() {
        apply();
        return messages;
    }

    List<Failed> failed() {
        apply();
        return failed;
    }

    Set<Stream> ready() {
        apply();
        return ready;
    }

    int lost() {
        apply();
        return lost;
    }

    int resumed() {
        apply();
        return resumed;
    }

    int pongs() {
        apply();
        return pongs;
    }

    boolean proved() {
        apply();
        return proved;
    }

    boolean suspect() {
        apply();
        return suspect;
    }

    boolean opened() {
        apply();
        return opened;
    }

    boolean over() {
        apply();
        return over;
    }

    @Nullable
    ParleyException why() {
        apply();
        return why;
    }

    /** Simulates the loss of the connection and of everything in transit. */
    void cut() {
        clear();
        disconnected = true;
        current().onConnectionClosed(new IOException("cut"));
        apply();
        door = null;
    }

    /** Simulates a new connection; the opening side requests to resume the session. */
    void reconnect(boolean opening) {
        if (opening) {
            disconnected = false;
            candidate = Session.resuming(this, session);
            candidate.start();
        } else {
            door = new Side(false, agreement, settings.allocator());
            door.tracks = tracks;
            door.secrets.addAll(secrets);
            door.shown = shown;
        }
    }

    /** Returns the session that receives the frames of the newest connection. */
    Session current() {
        return door != null ? door.session : candidate != null ? candidate : session;
    }

    /** Returns the pending output of the newest connection. */
    Deque<ByteBuf> line() {
        return door != null ? door.out : out;
    }

    /** Receives one frame like a link. */
    void receive(ByteBuf frame, long now) {
        Session on = current();
        on.onFrame(frame, now);
        apply();
        Side asked = door;
        if (asked != null) {
            asked.apply();
        }
        if (asked != null && asked.asksFor >= 0) {
            try {
                session.checkResumption(asked.asksFor, now);
            } catch (ParleyException e) {
                asked.asksFor = -1;
                on.onRefused(e);
                return;
            }
            clear();
            disconnected = false;
            door = null;
            shown = asked.shown;
            Session from = session;
            session = on;
            on.acceptResumption(from, asked.asksFor, newSecret(), now);
        }
    }

    private void clear() {
        line().forEach(ByteBuf::release);
        line().clear();
        out.forEach(ByteBuf::release);
        out.clear();
    }

    @Override
    public byte[] newSecret() {
        byte[] secret = filled(40, secrets.size() + 1);
        secrets.add(secret);
        return secret;
    }

    @Override
    public void onResume(byte[] secret, byte[] digest, long received) {
        if (!Arrays.equals(secret, secrets.get(secrets.size() - 1)) && !Arrays.equals(secret, shown)) {
            session.onRefused(new ParleyException(ErrorCode.TOKEN_REFUSED, "expected another secret"));
            return;
        }
        asksFor = received;
        shown = secret;
    }

    @Override
    public void onConnectionLost(ParleyException reason) {
        lost++;
        proved = false;
    }

    @Override
    public void onResumed() {
        resumed++;
        session = Objects.requireNonNull(candidate);
        candidate = null;
    }

    @Override
    public void onConfirmed() {
        proved = true;
    }

    @Override
    public void onResumptionFailed(ParleyException reason) {
        candidate = null;
        why = reason;
    }

    static Agreement agreement(Limits limits) {
        return Agreement.byApi("xml", "local", List.of(new HostPort("here", 1)), limits, "parts");
    }

    @Override
    public int tracks() {
        return tracks;
    }

    @Override
    public void send(ByteBuf frame, int track) {
        assertThat(track).isBetween(0, tracks - 1);
        if (!disconnected && track > 0) {
            trackOf.put(frame, track);
        }
        send(frame);
    }

    /**
     * Removes and returns the next frame of any track, or only of the first while the others are not open yet; null if
     * there is none.
     */
    @Nullable
    ByteBuf next(Random random, boolean open) {
        Side from = door == null ? this : door;
        Map<Integer, ByteBuf> firsts = new TreeMap<>();
        for (ByteBuf frame : from.out) {
            firsts.putIfAbsent(from.trackOf.getOrDefault(frame, 0), frame);
        }
        List<ByteBuf> candidates = new ArrayList<>(firsts.values());
        if (!open) {
            candidates.retainAll(List.of());
            ByteBuf first = firsts.get(0);
            if (first != null) {
                candidates.add(first);
            }
        }
        if (candidates.isEmpty()) {
            return null;
        }
        ByteBuf next = candidates.get(random.nextInt(candidates.size()));
        from.trackOf.remove(next);
        from.remove(next);
        return next;
    }

    /** Removes one frame by identity: frames with the same bytes are equal, and two of them may be pending. */
    private void remove(ByteBuf one) {
        Set<ByteBuf> only = Collections.newSetFromMap(new IdentityHashMap<>());
        only.add(one);
        out.removeIf(only::contains);
    }

    private void send(ByteBuf frame) {
        if (disconnected) {
            frame.release();
        } else {
            out.add(frame);
        }
    }

    @Override
    public boolean isWritable(int track) {
        return writable && !disconnected;
    }

    @Override
    public Datagrams datagrams() {
        return datagrams;
    }

    @Override
    public void disconnect() {
        disconnected = true;
    }

    @Override
    public Agreement onOpen(byte[] token, byte[] digest, byte[] terms) {
        if (refuseOpen != null) {
            throw refuseOpen;
        }
        if (!Arrays.equals(token, TOKEN)) {
            throw new ParleyException(ErrorCode.TOKEN_REFUSED, "expected another token");
        }
        if (!agreement.digest().matches(digest)) {
            throw new ParleyException(ErrorCode.DIGEST_MISMATCH, "expected another digest");
        }
        return agreement;
    }

    @Override
    public void onOpened() {
        opened = true;
    }

    @Override
    public void onSuspect() {
        suspect = true;
    }

    @Override
    public void onTrusted() {
        suspect = false;
    }

    @Override
    public void onMessage(Received content) {
        if (!content.isHandedOver()) {
            messages.add(new Message(content.stream(), content.kind(), content));
        }
    }

    @Override
    public void onSent(Stream stream) {}

    @Override
    public void onInterruptedCall(@Nullable Stream call, String label) {}

    @Override
    public Effect.Messages messages() {
        return this;
    }

    @Override
    public Effect.Resumption resumption() {
        return this;
    }

    @Override
    public void onPong() {
        pongs++;
    }

    @Override
    public boolean keepsOrder() {
        return keepsOrder;
    }

    @Override
    public boolean readsAsItComes(Received content) {
        return arriving.isWanted(this, content.stream(), content);
    }

    @Override
    public void onStreamFailed(Stream stream, ParleyException reason) {
        failed.add(new Failed(stream, reason));
    }

    @Override
    public void onSideReady(Stream side) {
        ready.add(side);
    }

    @Override
    public void onSide(IncomingSide side) {
        // Tests read side streams by themselves.
    }

    @Override
    public void onClosed(@Nullable ParleyException reason) {
        if (over) {
            throw new AssertionError("onClosed came twice");
        }
        over = true;
        why = reason;
    }

    /** Returns the bytes that are reserved for messages now, received ones and those to be sent. */
    long reserved() {
        return budget.reserved() + sending.reserved();
    }

    /** Sends a complete message as one chunk. */
    Stream send(MessageKind kind, ByteBuf content) {
        Stream stream = session.exchange().begin(kind);
        session.exchange().write(stream, content, true);
        return stream;
    }

    /** Releases everything that was not taken. */
    @Override
    public void close() {
        apply();
        out.forEach(ByteBuf::release);
        out.clear();
        datagrams.sent.forEach(ByteBuf::release);
        datagrams.sent.clear();
        messages.forEach(message -> message.content.close());
        messages.clear();
        if (!session.isClosed()) {
            session.onConnectionClosed(null);
        }
        apply();
    }

    static byte[] filled(int length, int value) {
        byte[] bytes = new byte[length];
        Arrays.fill(bytes, (byte) value);
        return bytes;
    }
}
