package io.parley.transport.stream;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.parley.ErrorCode;
import io.parley.HotPath;
import io.parley.Limit;
import io.parley.ParleyException;
import io.parley.channel.ConnectionHandler;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Cuts the bytes that come in into frames (the HHFR paper, 4.3). It asks the handler for a frame's length before it takes
 * memory for the frame. A frame that fills a good part of what one read brought is a slice of it, one that lies across
 * reads is made of slices ({@link PartialFrame}); a small one is copied out, so that a kept frame of a few bytes does not
 * keep a whole read's memory. Lives on the connection's event loop.
 *
 * <p>It joins the pipeline of a socket that was connected, whose handler hears of the end whenever that came: another thread
 * may close the socket of a container before the reader is there.
 */
final class StreamReader extends ChannelInboundHandlerAdapter {
    /** A handler that still needs more than this to tell a length is being fooled. */
    private static final int LONGEST_HEADER = 1024;
    /** After this a refused connection is closed even if the handler forgets to. */
    private static final long REFUSED_MILLIS = 500;

    private final StreamConnection connection;
    private final ConnectionHandler handler;
    private final FrameRate rate;
    private @Nullable ChannelHandlerContext context;
    /** The beginning of a frame: its first bytes, which are too few to tell its length, or more of it. */
    private @Nullable ByteBuf head;

    private @Nullable PartialFrame partial;
    private boolean lookScheduled;
    /** Until the handler was called for the last time. */
    private boolean stands = true;

    private boolean refused;

    StreamReader(StreamConnection connection, ConnectionHandler handler, long minimumRate) {
        this.connection = connection;
        this.handler = handler;
        this.rate = new FrameRate(minimumRate);
    }

    @Override
    public void handlerAdded(ChannelHandlerContext ctx) {
        context = ctx;
    }

    @Override
    @HotPath
    public void channelRead(ChannelHandlerContext ctx, Object read) {
        ByteBuf in = (ByteBuf) read;
        try {
            while (stands && in.isReadable() && !refused && !connection.isClosing()) {
                if (partial != null) {
                    fill(partial, in);
                } else if (head != null) {
                    decide(head, in);
                } else {
                    begin(in);
                }
            }
        } finally {
            in.release();
        }
    }

    @Override
    public void channelReadComplete(ChannelHandlerContext ctx) {
        if (!refused && !connection.isClosing()) {
            handler.onReadComplete();
        }
        connection.writer().drain();
    }

    @Override
    public void channelWritabilityChanged(ChannelHandlerContext ctx) {
        connection.writer().drain();
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
        if (cause instanceof ParleyException illegal) {
            // Of a handler below, which found bytes to be illegal; the way out is as it was.
            if (!refused) {
                refuse(illegal);
            }
        } else {
            connection.abort(cause);
        }
    }

    @Override
    public void channelInactive(ChannelHandlerContext ctx) {
        boolean inFrame = partial != null || head != null;
        dropPartial();
        connection.writer().discard();
        if (!stands) {
            return;
        }
        stands = false;
        Throwable cause = connection.disorder(inFrame);
        connection.markClosed();
        handler.onClosed(cause);
    }

    /** Starts to measure anew, after a time in which this side did not read. */
    void restartRate() {
        rate.restart(now());
    }

    /** At a frame's first byte: hands over what is whole, keeps what is not. */
    private void begin(ByteBuf in) {
        int length = lengthOf(in);
        if (refused) {
            return;
        }
        if (length == 0) {
            measure(in.readableBytes());
            head = allocate(in.readableBytes()).writeBytes(in);
        } else if (length > in.readableBytes()) {
            measure(0);
            partial = new PartialFrame(connection.channel().alloc(), length);
            fill(partial, in);
        } else if (PartialFrame.isLarge(in, length)) {
            handler.onFrame(in.readRetainedSlice(length));
        } else {
            handler.onFrame(in.readBytes(length));
        }
    }

    private void measure(int bytes) {
        rate.begin(now(), bytes);
        scheduleLook();
    }

    /** Continues a frame of known length. */
    private void fill(PartialFrame frame, ByteBuf in) {
        rate.add(frame.take(in));
        if (frame.missing() == 0) {
            partial = null;
            rate.end();
            handler.onFrame(frame.whole());
        }
    }

    /** Continues a frame whose first bytes were too few to find its length. */
    private void decide(ByteBuf first, ByteBuf in) {
        int length = lengthOfBoth(first, in);
        if (refused) {
            return;
        }
        int known = first.readableBytes() + in.readableBytes();
        if (length == 0 && known > LONGEST_HEADER) {
            refuse(new ParleyException(
                    ErrorCode.MALFORMED_FRAME,
                    "frame from " + connection.remote() + ": expected its length within " + LONGEST_HEADER
                            + " bytes, found none"));
            return;
        }
        if (length == 0) {
            rate.add(in.readableBytes());
            head = allocate(known).writeBytes(first).writeBytes(in);
        } else {
            head = null;
            partial = new PartialFrame(connection.channel().alloc(), length);
            partial.take(first);
            fill(partial, in);
        }
        first.release();
    }

    private int lengthOfBoth(ByteBuf first, ByteBuf in) {
        ByteBuf both = Unpooled.wrappedBuffer(first.retainedSlice(), in.retainedSlice());
        try {
            return lengthOf(both);
        } finally {
            both.release();
        }
    }

    private int lengthOf(ByteBuf in) {
        try {
            return handler.frameLength(in);
        } catch (ParleyException e) {
            refuse(e);
            return 0;
        }
    }

    private void refuse(ParleyException why) {
        refused = true;
        connection.markRefused();
        connection.channel().config().setAutoRead(false);
        dropPartial();
        handler.onRefused(why);
        later(connection::close, TimeUnit.MILLISECONDS.toNanos(REFUSED_MILLIS));
    }

    private ByteBuf allocate(int capacity) {
        return connection.channel().alloc().ioBuffer(capacity, capacity);
    }

    private void dropPartial() {
        rate.end();
        if (partial != null) {
            partial.release();
            partial = null;
        }
        if (head != null) {
            head.release();
            head = null;
        }
    }

    // One look is scheduled at a time, and most find that the frame they were made for came long ago.
    private void scheduleLook() {
        if (!lookScheduled) {
            lookScheduled = true;
            later(this::look, rate.nextLook(now()));
        }
    }

    private void look() {
        lookScheduled = false;
        if (!rate.isUnderWay() || !stands) {
            return;
        }
        long now = now();
        if (!connection.channel().config().isAutoRead()) {
            rate.restart(now);
        }
        if (rate.isTooSlow(now)) {
            refuse(tooSlow(now));
        } else {
            scheduleLook();
        }
    }

    private ParleyException tooSlow(long now) {
        return new ParleyException(
                ErrorCode.TOO_SLOW,
                "frame from " + connection.remote() + ": expected at least " + rate.bytesPerSecond() + " "
                        + Limit.FRAME_RATE.unit() + ", found " + rate.found(now) + "; the setting is "
                        + Limit.FRAME_RATE.setting());
    }

    @SuppressWarnings("FutureReturnValueIgnored") // none of these tasks throws, and none is cancelled
    private void later(Runnable task, long nanos) {
        connection.channel().eventLoop().schedule(task, nanos, TimeUnit.NANOSECONDS);
    }

    private long now() {
        return LoopClock.nanoTime(Objects.requireNonNull(context).executor());
    }
}
