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
 * A peer that speaks frames and nothing else: it has no session, gives no credit, keeps no promise; a test says what it
 * sends. Sent by one thread at a time. {@link #close} releases what was not taken.
 */
public final class RawPeer implements AutoCloseable {
    /** Frames of this peer carry no payload checksum. */
    public final Framing framing = new Framing(ByteBufAllocator.DEFAULT, false);

    private final Ears ears = new Ears();
    private final Connection connection;
    private final Map<Integer, Long> content = new HashMap<>();
    private long sequence;

    private RawPeer(ChannelProvider provider, Address to) throws Exception {
        this.connection = provider.connect(to, ChannelSettings.defaults().within(Talks.PATIENCE), ears)
                .toCompletableFuture()
                .get(Talks.PATIENCE.toSeconds(), TimeUnit.SECONDS);
    }

    /** Connects and says nothing. */
    public static RawPeer connect(ChannelProvider provider, Address to) throws Exception {
        return new RawPeer(provider, to);
    }

    /** Connects, opens with the token and digest, and takes the ACCEPT. */
    public static RawPeer open(ChannelProvider provider, Address to, byte[] token, byte[] digest) throws Exception {
        return open(provider, to, token, digest, new byte[0]);
    }

    /**
     * The same, with terms bytes: those of an agreement that SOAP messages made begin with a numbering digest.
     */
    public static RawPeer open(ChannelProvider provider, Address to, byte[] token, byte[] digest, byte[] terms)
            throws Exception {
        RawPeer peer = connect(provider, to);
        peer.open(token, digest, terms);
        peer.expect(FrameType.ACCEPT).release();
        peer.connection.markAccepted();
        return peer;
    }

    /** Sends preamble and OPEN. */
    public void open(byte[] token, byte[] digest) {
        open(token, digest, new byte[0]);
    }

    /** Sends preamble and OPEN with terms bytes. */
    public void open(byte[] token, byte[] digest, byte[] terms) {
        send(Preamble.encode(ByteBufAllocator.DEFAULT, 0));
        send(OpenFrame.encode(framing, token, digest, terms));
    }

    /** The code of the next REFUSE. */
    public ErrorCode nextRefusal() throws InterruptedException {
        ByteBuf frame = expect(FrameType.REFUSE);
        try {
            return ErrorCode.of(RefuseFrame.code(frame)).orElseThrow();
        } finally {
            frame.release();
        }
    }

    /** The next number for a frame of scope session. */
    public long next() {
        return ++sequence;
    }

    /** Sends a frame, or any bytes, at once; releases them. */
    public void send(ByteBuf bytes) {
        connection.send(bytes);
        connection.flush();
    }

    /** The next frame of that type, others are passed over; the caller releases it. Fails after half a minute. */
    public ByteBuf expect(FrameType type) throws InterruptedException {
        while (true) {
            ByteBuf frame = ears.next(type.toString());
            if (ears.check(frame) == type) {
                return frame;
            }
            frame.release();
        }
    }

    /** Sends a whole one-way message of one string. */
    public void sendOneWay(int stream, String text) {
        ByteBuf content = ByteBufAllocator.DEFAULT.buffer();
        content.writeByte(ByteBufUtil.utf8Bytes(text));
        ByteBufUtil.writeUtf8(content, text);
        int flags = DataFrame.BEGIN | DataFrame.END | DataFrame.ONE_WAY;
        send(DataFrame.encodeDeclared(framing, next(), stream, flags, content.readableBytes(), content));
    }

    /** Takes frames until a message's end, and tells how long the message was. */
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

    /** Sends a whole request. */
    public void sendRequest(int stream, byte[] content) {
        int flags = DataFrame.BEGIN | DataFrame.END;
        ByteBuf whole = ByteBufAllocator.DEFAULT.buffer(content.length).writeBytes(content);
        send(DataFrame.encodeDeclared(framing, next(), stream, flags, content.length, whole));
    }

    /**
     * What a request came to.
     *
     * @param fault whether the content is a fault
     * @param content on the heap, so that nobody needs to release it
     * @param aborted what ended the stream in place of an answer, or null
     * @param text of the abort
     */
    public record Answer(
            boolean fault, ByteBuf content, @Nullable ErrorCode aborted, String text) {}

    /** Takes frames until a request is answered; those of other streams are passed over. */
    public Answer answer(int stream) throws InterruptedException {
        ByteBuf whole = Unpooled.buffer();
        boolean fault = false;
        while (true) {
            ByteBuf frame = ears.next("an answer on stream " + stream);
            try {
                FrameType type = ears.check(frame);
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

    /** The code of the next ABORT, of whichever stream. */
    public ErrorCode nextAbort() throws InterruptedException {
        ByteBuf frame = expect(FrameType.ABORT);
        try {
            return ErrorCode.of(AbortFrame.code(frame)).orElseThrow();
        } finally {
            frame.release();
        }
    }

    /** How much of a message was taken so far. */
    public long contentSoFar(int stream) {
        return content.getOrDefault(stream, 0L);
    }

    /** Whether the other side closes within half a minute. */
    public boolean awaitClosed() throws InterruptedException {
        return ears.closed.await(Talks.PATIENCE.toSeconds(), TimeUnit.SECONDS);
    }

    @Override
    public void close() {
        connection.close();
        for (ByteBuf rest = ears.frames.poll(); rest != null; rest = ears.frames.poll()) {
            rest.release();
        }
    }

    /** Hears frames. */
    private static final class Ears implements ConnectionHandler {
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
