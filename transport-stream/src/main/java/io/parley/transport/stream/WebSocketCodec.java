package io.parley.transport.stream;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelDuplexHandler;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPromise;
import io.netty.util.ReferenceCountUtil;
import io.netty.util.concurrent.Future;
import io.parley.HotPath;
import io.parley.ParleyException;
import io.parley.channel.websocket.KeepAlive;
import io.parley.channel.websocket.WebSocket;
import io.parley.channel.websocket.WebSocketInput;
import io.parley.channel.websocket.WebSocketOutput;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Turns the bytes of a connection into messages of a WebSocket and back (docs/protocol/channels.md, section 15). What
 * is written up to a flush is one message, however many frames it has; what is read is handed on while it comes. Lives
 * on the connection's event loop, below the reader and above TLS.
 */
@SuppressWarnings("FutureReturnValueIgnored") // a write that fails reaches the reader's exceptionCaught
final class WebSocketCodec extends ChannelDuplexHandler implements WebSocketInput.Events {
    /** Bytes after which a message goes down without a flush: what is held here, the socket's marks do not count. */
    private static final int MESSAGE_BYTES = 64 * 1024;
    /** A longer frame goes in several messages. */
    private static final int PART_BYTES = 1024 * 1024;

    /** Signs of life cost something. */
    private static final long SHORTEST_TICK_NANOS = TimeUnit.MILLISECONDS.toNanos(500);

    private final WebSocketInput input;
    private final WebSocketOutput output;
    private final long tickNanos;
    private final @Nullable KeepAlive silences;
    /** When something came or went last, if anybody wants to know. */
    private long lastHeard;

    private final List<ByteBuf> gathered = new ArrayList<>();
    private int gatheredBytes;
    private @Nullable ChannelHandlerContext own;
    private @Nullable Future<?> tick;
    /** Whether received bytes are ignored from now on. */
    private boolean over;
    /** Whether something was sent since the last tick. */
    private boolean sent;

    private boolean closeSent;
    private int status = WebSocket.NORMAL;
    /** Status with which the other side closed; 0 until it did. */
    private int closedWith;
    /** Payload of the last Ping that is not answered yet. */
    private @Nullable ByteBuf asked;

    private boolean answering;

    /** Of the side that asked for the WebSocket, and so masks. */
    WebSocketCodec(KeepAlive silences) {
        this(true, silences.now(), silences);
    }

    /** Of the other side. */
    WebSocketCodec(Duration keepAlive) {
        this(false, keepAlive, null);
    }

    /**
     * @param opening whether this side asked for the WebSocket, and so masks
     * @param keepAlive the longest time for which this side is silent, at least a second
     * @param silences notes after which silence the connection was cut
     */
    private WebSocketCodec(boolean opening, Duration keepAlive, @Nullable KeepAlive silences) {
        this.silences = silences;
        this.input = new WebSocketInput(!opening);
        this.output = new WebSocketOutput(opening);
        this.tickNanos = Math.max(SHORTEST_TICK_NANOS, keepAlive.toNanos() / 2);
    }

    @Override
    public void handlerAdded(ChannelHandlerContext context) {
        own = context;
        heard();
        scheduleTick(context);
    }

    @Override
    @HotPath
    public void channelRead(ChannelHandlerContext context, Object read) {
        if (over || !(read instanceof ByteBuf in)) {
            ReferenceCountUtil.release(read);
            return;
        }
        heard();
        try {
            input.read(in, this);
        } catch (ParleyException e) {
            over = true;
            status = input.violation();
            context.fireExceptionCaught(e);
        } finally {
            in.release();
        }
    }

    @Override
    @HotPath
    public void onPayload(ByteBuf in, int length) {
        if (!over) {
            int begin = in.readerIndex();
            context().fireChannelRead(in.retainedDuplicate().setIndex(begin, begin + length));
        }
    }

    @Override
    public void onControl(int opcode, ByteBuf payload) {
        if (over) {
            return;
        }
        if (opcode == WebSocket.PING) {
            asked = payload;
        } else if (opcode == WebSocket.CLOSE) {
            over = true;
            closedWith = payload.isReadable() ? payload.readUnsignedShort() : WebSocket.NO_STATUS;
            sayClose().addListener(ChannelFutureListener.CLOSE);
        }
    }

    @Override
    public void channelReadComplete(ChannelHandlerContext context) {
        answer(context);
        context.fireChannelReadComplete();
    }

    /**
     * Sends one Pong at a time, with the payload of the last Ping: a peer that pings without end and reads nothing
     * costs no more.
     */
    private void answer(ChannelHandlerContext context) {
        ByteBuf payload = asked;
        if (payload == null || answering || closeSent) {
            return;
        }
        asked = null;
        answering = true;
        send(context, WebSocket.PONG, payload).addListener(done -> {
            answering = false;
            answer(context);
        });
    }

    @Override
    @HotPath
    public void write(ChannelHandlerContext context, Object message, ChannelPromise promise) {
        if (!(message instanceof ByteBuf bytes) || closeSent) {
            ReferenceCountUtil.release(message);
        } else {
            gather(context, bytes);
        }
        if (!promise.isVoid()) {
            emit(context);
            context.write(Unpooled.EMPTY_BUFFER, promise);
        }
    }

    @Override
    @HotPath
    public void flush(ChannelHandlerContext context) {
        emit(context);
        context.flush();
    }

    private void gather(ChannelHandlerContext context, ByteBuf bytes) {
        while (bytes.readableBytes() > PART_BYTES) {
            add(context, bytes.readRetainedSlice(PART_BYTES));
        }
        add(context, bytes);
    }

    @HotPath
    private void add(ChannelHandlerContext context, ByteBuf bytes) {
        if (!bytes.isReadable()) {
            bytes.release();
            return;
        }
        gathered.add(bytes);
        gatheredBytes += bytes.readableBytes();
        if (gatheredBytes >= MESSAGE_BYTES) {
            emit(context);
        }
    }

    @HotPath
    private void emit(ChannelHandlerContext context) {
        if (gatheredBytes == 0) {
            return;
        }
        sent = true;
        heard();
        int length = gatheredBytes;
        gatheredBytes = 0;
        output.message(context.alloc(), gathered, length, buffer -> context.write(buffer, context.voidPromise()));
        gathered.clear();
    }

    private void heard() {
        if (silences != null) {
            lastHeard = silences.nanos();
        }
    }

    private ChannelFuture send(ChannelHandlerContext context, int opcode, ByteBuf payload) {
        sent = true;
        heard();
        return context.writeAndFlush(output.control(context.alloc(), opcode, payload));
    }

    /** Marks received bytes as no frame: the connection is closed with that status. */
    void refuse() {
        if (status == WebSocket.NORMAL) {
            status = WebSocket.PROTOCOL_ERROR;
        }
    }

    /** Sends a Close, once. On the event loop. */
    ChannelFuture sayClose() {
        ChannelHandlerContext context = context();
        if (closeSent) {
            return context.newSucceededFuture();
        }
        emit(context);
        closeSent = true;
        return send(context, WebSocket.CLOSE, Unpooled.buffer(Short.BYTES).writeShort(status));
    }

    /** Returns the reason why the connection that is gone did not end in order; null if it did. */
    @Nullable
    String disorder() {
        return switch (closedWith) {
            case WebSocket.NORMAL, WebSocket.GOING_AWAY, WebSocket.NO_STATUS -> null;
            case 0 -> "ended without a Close";
            default -> "was closed by the other side with the status " + closedWith;
        };
    }

    private void scheduleTick(ChannelHandlerContext context) {
        tick = context.executor().schedule(() -> tick(context), tickNanos, TimeUnit.NANOSECONDS);
    }

    private void tick(ChannelHandlerContext context) {
        if (closeSent) {
            return;
        }
        if (!sent && context.channel().isWritable()) {
            send(context, WebSocket.PING, Unpooled.EMPTY_BUFFER);
        }
        sent = false;
        scheduleTick(context);
    }

    @Override
    public void channelInactive(ChannelHandlerContext context) {
        if (silences != null && !closeSent && closedWith == 0) {
            silences.cutAfter(Duration.ofNanos(silences.nanos() - lastHeard));
        }
        over = true;
        if (tick != null) {
            tick.cancel(false);
        }
        gathered.forEach(ByteBuf::release);
        gathered.clear();
        gatheredBytes = 0;
        context.fireChannelInactive();
    }

    private ChannelHandlerContext context() {
        return Objects.requireNonNull(own);
    }
}
