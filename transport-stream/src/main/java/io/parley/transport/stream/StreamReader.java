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
 * Splits received bytes into frames (the HHFR paper, section 4.3). It asks the handler for a frame's length before it
 * allocates memory for the frame. A frame that fills a good part of a read is a slice of it, one that spans reads is
 * composed of slices ({@link PartialFrame}); a small one is copied, so that a frame of a few bytes does not retain the
 * memory of a whole read. Runs on the connection's event loop.
 *
 * <p>It is added to the pipeline of a connected socket and reports the end of the connection even if that came first:
 * another thread may close a container's socket before the reader is added.
 */
final class StreamReader extends ChannelInboundHandlerAdapter {
    /** Header bytes after which a handler must know the frame's length; a peer that needs more is malformed. */
    private static final int MAX_HEADER_BYTES = 1024;
    /** Time after which a refused connection is closed even if the handler does not close it. */
    private static final long REFUSED_MILLIS = 500;

    private final StreamConnection connection;
    private final ConnectionHandler handler;
    private final FrameRate rate;
    private @Nullable ChannelHandlerContext context;
    /** First bytes of a frame, too few to determine its length. */
    private @Nullable ByteBuf head;

    private @Nullable PartialFrame partial;
    private boolean checkScheduled;
    private volatile boolean silent = true;
    /** True until the handler was called for the last time. */
    private boolean open = true;

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
        if (silent) {
            silent = false;
        }
        try {
            while (open && in.isReadable() && !refused && !connection.isClosing()) {
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
            // Thrown by a handler below, which found illegal bytes; the output still works.
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
        if (!open) {
            return;
        }
        open = false;
        Throwable cause = connection.disorder(inFrame);
        connection.markClosed();
        handler.onClosed(cause);
    }

    /** Returns whether no bytes were received yet. Any thread. */
    boolean isSilent() {
        return silent;
    }

    /** Restarts the measurement after a time in which this side did not read. */
    void restartRate() {
        rate.restart(now());
    }

    /** Reads from a frame's first byte: passes on a complete frame, keeps an incomplete one. */
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
        scheduleCheck();
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

    /** Continues a frame whose first bytes were too few to determine its length. */
    private void decide(ByteBuf first, ByteBuf in) {
        int length = lengthOfBoth(first, in);
        if (refused) {
            return;
        }
        int known = first.readableBytes() + in.readableBytes();
        if (length == 0 && known > MAX_HEADER_BYTES) {
            refuse(new ParleyException(
                    ErrorCode.MALFORMED_FRAME,
                    "frame from " + connection.remote() + ": expected its length within " + MAX_HEADER_BYTES
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

    // One check is scheduled at a time; most find that their frame has arrived long ago.
    private void scheduleCheck() {
        if (!checkScheduled) {
            checkScheduled = true;
            later(this::check, rate.nextCheck(now()));
        }
    }

    private void check() {
        checkScheduled = false;
        if (!rate.isActive() || !open) {
            return;
        }
        long now = now();
        if (!connection.channel().config().isAutoRead()) {
            rate.restart(now);
        }
        if (rate.isTooSlow(now)) {
            refuse(tooSlow(now));
        } else {
            scheduleCheck();
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
