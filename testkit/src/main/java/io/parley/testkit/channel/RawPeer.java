package io.parley.testkit.channel;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.parley.ErrorCode;
import io.parley.Limit;
import io.parley.channel.Address;
import io.parley.channel.ChannelProvider;
import io.parley.channel.ChannelSettings;
import io.parley.channel.Connection;
import io.parley.channel.ConnectionHandler;
import io.parley.frame.AbortFrame;
import io.parley.frame.DataFrame;
import io.parley.frame.FrameHeader;
import io.parley.frame.FrameType;
import io.parley.frame.Framing;
import io.parley.frame.OpenFrame;
import io.parley.frame.Preamble;
import io.parley.frame.RefuseFrame;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A peer that sends and receives single frames: it has no session, grants no credit and enforces no rule; the test
 * decides what it sends. One thread at a time may send. {@link #close} releases the frames that were not taken.
 */
public final class RawPeer implements AutoCloseable {
    /** The framing of this peer's frames, without payload checksums. */
    public final Framing framing = new Framing(ByteBufAllocator.DEFAULT, false);

    private final Receiver receiver = new Receiver();
    private final Connection connection;
    private final Map<Integer, Long> content = new HashMap<>();
    private long sequence;

    private RawPeer(ChannelProvider provider, Address to) throws Exception {
        this.connection = provider.connect(to, ChannelSettings.defaults().within(Talks.PATIENCE), receiver)
                .toCompletableFuture()
                .get(Talks.PATIENCE.toSeconds(), TimeUnit.SECONDS);
    }

    /** Connects and sends nothing. */
    public static RawPeer connect(ChannelProvider provider, Address to) throws Exception {
        return new RawPeer(provider, to);
    }

    /** Connects, opens a session with the token and digest, and takes the ACCEPT. */
    public static RawPeer open(ChannelProvider provider, Address to, byte[] token, byte[] digest) throws Exception {
        return open(provider, to, token, digest, new byte[0]);
    }

    /**
     * Connects, opens a session with the token, digest and terms, and takes the ACCEPT.
     *
     * @param terms for an agreement made by SOAP messages, these begin with a numbering digest
     */
    public static RawPeer open(ChannelProvider provider, Address to, byte[] token, byte[] digest, byte[] terms)
            throws Exception {
        RawPeer peer = connect(provider, to);
        peer.open(token, digest, terms);
        peer.expect(FrameType.ACCEPT).release();
        peer.connection.markAccepted();
        return peer;
    }

    /** Sends the preamble and OPEN. */
    public void open(byte[] token, byte[] digest) {
        open(token, digest, new byte[0]);
    }

    /** Sends the preamble and OPEN with terms. */
    public void open(byte[] token, byte[] digest, byte[] terms) {
        send(Preamble.encode(ByteBufAllocator.DEFAULT, 0));
        send(OpenFrame.encode(framing, token, digest, terms));
    }

    /** Returns the code of the next REFUSE. */
    public ErrorCode nextRefusal() throws InterruptedException {
        ByteBuf frame = expect(FrameType.REFUSE);
        try {
            return ErrorCode.of(RefuseFrame.code(frame)).orElseThrow();
        } finally {
            frame.release();
        }
    }

    /** Returns the next sequence number for a frame of session scope. */
    public long next() {
        return ++sequence;
    }

    /** Sends a frame, or any bytes, at once, and releases them. */
    public void send(ByteBuf bytes) {
        connection.send(bytes);
        connection.flush();
    }

    /** Returns the next frame of a type, skipping others; the caller releases it. Fails after a minute. */
    public ByteBuf expect(FrameType type) throws InterruptedException {
        while (true) {
            ByteBuf frame = receiver.next(type.toString());
            if (receiver.check(frame) == type) {
                return frame;
            }
            frame.release();
        }
    }

    /** Sends a complete one-way message of one string. */
    public void sendOneWay(int stream, String text) {
        ByteBuf content = ByteBufAllocator.DEFAULT.buffer();
        content.writeByte(ByteBufUtil.utf8Bytes(text));
        ByteBufUtil.writeUtf8(content, text);
        int flags = DataFrame.BEGIN | DataFrame.END | DataFrame.ONE_WAY;
        send(DataFrame.encodeDeclared(framing, next(), stream, flags, content.readableBytes(), content));
    }

    /** Takes frames until the end of a message and returns its length in bytes. */
    public long contentUntilEnd(int stream) throws InterruptedException {
        boolean end = false;
        while (!end) {
            ByteBuf frame = expect(FrameType.DATA);
            int id = FrameHeader.stream(frame);
            end = id == stream && (FrameHeader.flags(frame) & DataFrame.END) != 0;
            content.merge(id, (long) DataFrame.toContent(frame).readableBytes(), Long::sum);
            frame.release();
        }
        return contentSoFar(stream);
    }

    /** Sends a complete request. */
    public void sendRequest(int stream, byte[] content) {
        int flags = DataFrame.BEGIN | DataFrame.END;
        ByteBuf whole = ByteBufAllocator.DEFAULT.buffer(content.length).writeBytes(content);
        send(DataFrame.encodeDeclared(framing, next(), stream, flags, content.length, whole));
    }

    /**
     * The outcome of a request.
     *
     * @param fault whether the content is a fault
     * @param content on the heap, so that it needs no release
     * @param aborted the code of the ABORT that came in place of an answer, or null
     * @param text of the ABORT
     */
    public record Answer(
            boolean fault, ByteBuf content, @Nullable ErrorCode aborted, String text) {}

    /** Takes frames until a request is answered, skipping those of other streams. */
    public Answer answer(int stream) throws InterruptedException {
        ByteBuf whole = Unpooled.buffer();
        boolean fault = false;
        while (true) {
            ByteBuf frame = receiver.next("an answer on stream " + stream);
            try {
                FrameType type = receiver.check(frame);
                if (FrameHeader.stream(frame) != stream) {
                    continue;
                }
                if (type == FrameType.ABORT) {
                    ErrorCode code = ErrorCode.of(AbortFrame.code(frame)).orElseThrow();
                    return new Answer(false, whole, code, AbortFrame.text(frame));
                }
                if (type == FrameType.DATA) {
                    int flags = FrameHeader.flags(frame);
                    fault |= (flags & DataFrame.KIND) == DataFrame.FAULT;
                    whole.writeBytes(DataFrame.toContent(frame));
                    if ((flags & DataFrame.END) != 0) {
                        return new Answer(fault, whole, null, "");
                    }
                }
            } finally {
                frame.release();
            }
        }
    }

    /** Returns the code of the next ABORT, on any stream. */
    public ErrorCode nextAbort() throws InterruptedException {
        ByteBuf frame = expect(FrameType.ABORT);
        try {
            return ErrorCode.of(AbortFrame.code(frame)).orElseThrow();
        } finally {
            frame.release();
        }
    }

    /** Returns the bytes of a message that were received so far. */
    public long contentSoFar(int stream) {
        return content.getOrDefault(stream, 0L);
    }

    /**
     * Waits up to a minute until the other side closes the connection.
     *
     * @return whether it did
     */
    public boolean awaitClosed() throws InterruptedException {
        return receiver.closed.await(Talks.PATIENCE.toSeconds(), TimeUnit.SECONDS);
    }

    @Override
    public void close() {
        connection.close();
        for (ByteBuf rest = receiver.frames.poll(); rest != null; rest = receiver.frames.poll()) {
            rest.release();
        }
    }

    /** Receives frames. */
    private static final class Receiver implements ConnectionHandler {
        final BlockingQueue<ByteBuf> frames = new LinkedBlockingQueue<>();
        final CountDownLatch closed = new CountDownLatch(1);
        private volatile @Nullable Framing theirs;

        ByteBuf next(String expected) throws InterruptedException {
            ByteBuf frame = frames.poll(Talks.PATIENCE.toSeconds(), TimeUnit.SECONDS);
            if (frame == null) {
                throw new AssertionError("expected " + expected + ", found nothing within " + Talks.PATIENCE);
            }
            return frame;
        }

        FrameType check(ByteBuf frame) {
            Framing heard = theirs;
            if (heard == null) {
                throw new AssertionError("a frame before the preamble: " + ByteBufUtil.hexDump(frame));
            }
            return heard.check(frame);
        }

        @Override
        public int frameLength(ByteBuf in) {
            return theirs == null ? Preamble.BYTES : FrameHeader.length(in, Limit.FRAME_BYTES, Integer.MAX_VALUE);
        }

        @Override
        public void onFrame(ByteBuf frame) {
            if (theirs == null) {
                boolean checksum = Preamble.features(frame) != 0;
                theirs = new Framing(ByteBufAllocator.DEFAULT, checksum);
                frame.release();
            } else {
                frames.add(frame);
            }
        }

        @Override
        public void onRefused(RuntimeException why) {
            throw new AssertionError("the other side sent what is no frame", why);
        }

        @Override
        public void onWritable() {}

        @Override
        public void onClosed(@Nullable Throwable cause) {
            closed.countDown();
        }
    }
}
