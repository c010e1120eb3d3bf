package io.parley.session;

import io.netty.buffer.ByteBuf;
import io.parley.frame.CreditFrame;
import io.parley.frame.DataFrame;
import io.parley.frame.FrameHeader;
import io.parley.frame.GoawayFrame;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;

/**
 * State of one side of a durable session, from which another process can continue it (docs/protocol/durable.md,
 * sections 12.5 and 12.6). It is derived only from the numbered frames of both directions, so that state and frames are
 * always stored consistently. Confined to the session's thread.
 */
public final class DurableState {
    private static final int FORM = 2;

    /** Maximum length of a call's label in characters. */
    private static final int LONGEST_LABEL = 200;

    private final boolean opening;

    /**
     * Messages whose frames from the peer are still needed, by stream: its unanswered requests and unhandled one-way
     * messages, and this side's calls whose responses were not consumed.
     */
    private final TreeMap<Integer, DurableMessage> messages = new TreeMap<>();
    /** Messages of this side that were sent in part, except for responses. */
    private final TreeSet<Integer> sending = new TreeSet<>();

    private IntConsumer onDone = id -> {};
    private long received;
    private long sent;
    private long contentIn;
    private long creditOut;
    private long contentOut;
    private long creditIn;
    private int highestPeer;
    private int highestOwn;
    private int highestWhole;
    /** The highest stream id that is served once this side drains; otherwise the highest possible id. */
    private int lastServed = Integer.MAX_VALUE;

    private boolean peerDrains;
    private boolean over;
    /** Label of the next call to start. */
    private String nextLabel = "";

    /**
     * Creates the state of a new session.
     *
     * @param opening true on the side that opened the session, which alone makes calls
     */
    public DurableState(boolean opening) {
        this.opening = opening;
    }

    /** Sets the listener that is called with a message's stream id when its frames are no longer needed. */
    public void onDone(IntConsumer listener) {
        onDone = listener;
    }

    /** Returns the sequence number of the last frame received. */
    long received() {
        return received;
    }

    long sent() {
        return sent;
    }

    /** Returns the bytes of received content for which no credit was returned yet. */
    long owed() {
        return contentIn - creditOut;
    }

    /** Returns the credit received minus the content sent; negative once the initial window was used. */
    long sendCredit() {
        return creditIn - contentOut;
    }

    int highestPeer() {
        return highestPeer;
    }

    int highestOwn() {
        return highestOwn;
    }

    int highestWhole() {
        return highestWhole;
    }

    int lastServed() {
        return lastServed;
    }

    boolean peerDrains() {
        return peerDrains;
    }

    Collection<DurableMessage> messages() {
        return Collections.unmodifiableCollection(messages.values());
    }

    Collection<Integer> sending() {
        return Collections.unmodifiableCollection(sending);
    }

    /** Returns whether this side starts the streams with ids like that one. */
    boolean isOwn(int id) {
        return (id & 1) == (opening ? 1 : 0);
    }

    @Nullable
    DurableMessage message(int id) {
        return messages.get(id);
    }

    /** Returns whether the frames of that stream's message are needed. */
    public boolean needs(int stream) {
        return messages.containsKey(stream);
    }

    /** Returns whether the session is closed. */
    public boolean isOver() {
        return over;
    }

    /** Returns whether the session is closed and none of its messages is needed any more. */
    public boolean isDone() {
        return over && messages.isEmpty();
    }

    /**
     * Records a frame of the peer.
     *
     * @param frame without the checksum of its payload
     * @return the stream whose message needs the frame, or 0
     */
    public int onReceived(ByteBuf frame) {
        received = FrameHeader.sequence(frame);
        int id = FrameHeader.stream(frame);
        switch (FrameHeader.type(frame)) {
            case DATA -> {
                return onContent(frame, id);
            }
            case CREDIT -> credited(id, CreditFrame.bytes(frame));
            case ABORT -> aborted(id);
            case GOAWAY -> peerDrains = true;
            default -> throw new IllegalStateException("frames of a connection are not stored");
        }
        return 0;
    }

    private int onContent(ByteBuf frame, int id) {
        DataFrame.check(frame);
        int bytes = DataFrame.contentBytes(frame);
        contentIn += bytes;
        int flags = FrameHeader.flags(frame);
        if ((flags & DataFrame.BEGIN) != 0 && !isOwn(id) && id > highestPeer) {
            highestPeer = id;
            if (id <= lastServed) {
                messages.put(id, new DurableMessage(id, (flags & DataFrame.KIND) == DataFrame.ONE_WAY));
            }
        }
        DurableMessage message = messages.get(id);
        if (message == null) {
            return 0;
        }
        message.received += bytes;
        if ((flags & DataFrame.END) != 0) {
            message.whole = true;
            highestWhole = isOwn(id) ? highestWhole : Math.max(highestWhole, id);
        }
        return id;
    }

    private void credited(int id, int bytes) {
        DurableMessage message = messages.get(id);
        if (id == 0) {
            creditIn += bytes;
        } else if (message != null) {
            message.credited += bytes;
        }
    }

    /**
     * Records a frame of this side that is about to be sent.
     *
     * @param frame without the checksum of its payload
     */
    public void onSent(ByteBuf frame) {
        sent = FrameHeader.sequence(frame);
        int id = FrameHeader.stream(frame);
        int flags = FrameHeader.flags(frame);
        switch (FrameHeader.type(frame)) {
            case DATA -> onContentSent(id, flags, DataFrame.contentBytes(frame));
            case CREDIT -> granted(id, CreditFrame.bytes(frame));
            case ABORT -> {
                sending.remove(id);
                aborted(id);
            }
            case GOAWAY -> {
                if ((flags & GoawayFrame.DRAIN) != 0) {
                    lastServed = GoawayFrame.lastStream(frame);
                }
            }
            default -> throw new IllegalStateException("frames of a connection are not stored");
        }
    }

    private void onContentSent(int id, int flags, int bytes) {
        contentOut += bytes;
        boolean end = (flags & DataFrame.END) != 0;
        if (isOwn(id)) {
            onOwnContentSent(id, flags, bytes, end);
            return;
        }
        DurableMessage message = messages.get(id);
        if (message != null) {
            message.sent += bytes;
            if (end) {
                done(id);
            }
        }
    }

    private void onOwnContentSent(int id, int flags, int bytes, boolean end) {
        if ((flags & DataFrame.BEGIN) != 0 && (flags & DataFrame.KIND) == DataFrame.REQUEST) {
            DurableMessage call = new DurableMessage(id, false);
            call.label = nextLabel;
            nextLabel = "";
            messages.put(id, call);
        }
        DurableMessage call = messages.get(id);
        if (call != null) {
            call.sent += bytes;
            call.requestSent |= end;
        }
        highestOwn = Math.max(highestOwn, id);
        if (end) {
            sending.remove(id);
        } else {
            sending.add(id);
        }
    }

    private void granted(int id, int bytes) {
        DurableMessage message = messages.get(id);
        if (id == 0) {
            creditOut += bytes;
        } else if (message != null) {
            message.granted += bytes;
        }
    }

    /** Sets the label of the call that starts with the next frame to be sent; truncated if it is too long. */
    public void onCall(String label) {
        nextLabel = label.length() > LONGEST_LABEL ? label.substring(0, LONGEST_LABEL) : label;
    }

    /** Marks a call as done because its caller has consumed the response. */
    public void onTaken(Stream stream) {
        if (stream.own && stream.kind == MessageKind.REQUEST) {
            done(stream.id);
        }
    }

    /** Marks a one-way message as handled. */
    public void onHandled(Stream stream) {
        DurableMessage message = messages.get(stream.id);
        if (message != null && message.oneWay && message.whole) {
            done(stream.id);
        }
    }

    /** Marks the session as closed: open calls will have no response, and incomplete messages will not be completed. */
    public void onOver() {
        over = true;
        for (DurableMessage message : List.copyOf(messages.values())) {
            if (!message.oneWay || !message.whole) {
                done(message.id);
            }
        }
    }

    /** Removes an aborted message, unless it is a complete one-way message, which an ABORT no longer affects. */
    private void aborted(int id) {
        DurableMessage message = messages.get(id);
        if (message != null && !(message.oneWay && message.whole)) {
            done(id);
        }
    }

    private void done(int id) {
        if (messages.remove(id) != null) {
            onDone.accept(id);
        }
    }

    /** Writes the state in its own binary format. */
    public void write(DataOutput out) throws IOException {
        out.writeByte(FORM);
        out.writeBoolean(opening);
        out.writeLong(received);
        out.writeLong(sent);
        out.writeLong(contentIn);
        out.writeLong(creditOut);
        out.writeLong(contentOut);
        out.writeLong(creditIn);
        out.writeInt(highestPeer);
        out.writeInt(highestOwn);
        out.writeInt(highestWhole);
        out.writeInt(lastServed);
        out.writeBoolean(peerDrains);
        out.writeBoolean(over);
        out.writeInt(messages.size());
        for (DurableMessage message : messages.values()) {
            message.write(out);
        }
        out.writeInt(sending.size());
        for (int id : sending) {
            out.writeInt(id);
        }
    }

    /**
     * Reads a state written by {@link #write}.
     *
     * @throws IOException if the format is unknown or the input ends early
     */
    public static DurableState read(DataInput in) throws IOException {
        int form = in.readUnsignedByte();
        if (form != FORM) {
            throw new IOException("state of a session: expected form " + FORM + ", found " + form);
        }
        DurableState state = new DurableState(in.readBoolean());
        state.received = in.readLong();
        state.sent = in.readLong();
        state.contentIn = in.readLong();
        state.creditOut = in.readLong();
        state.contentOut = in.readLong();
        state.creditIn = in.readLong();
        state.highestPeer = in.readInt();
        state.highestOwn = in.readInt();
        state.highestWhole = in.readInt();
        state.lastServed = in.readInt();
        state.peerDrains = in.readBoolean();
        state.over = in.readBoolean();
        for (int left = in.readInt(); left > 0; left--) {
            DurableMessage message = DurableMessage.read(in);
            state.messages.put(message.id, message);
        }
        for (int left = in.readInt(); left > 0; left--) {
            state.sending.add(in.readInt());
        }
        return state;
    }
}
