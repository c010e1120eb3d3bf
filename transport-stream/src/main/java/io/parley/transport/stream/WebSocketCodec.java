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
 * Encodes the bytes of a connection as WebSocket messages, and decodes them (docs/protocol/channels.md, section 15).
 * All bytes written up to a flush form one message, however many frames they contain; received bytes are passed on as
 * they arrive. Runs on the connection's event loop, below the reader and above TLS.
 */
@SuppressWarnings("FutureReturnValueIgnored") // a write that fails reaches the reader's exceptionCaught
final class WebSocketCodec extends ChannelDuplexHandler implements WebSocketInput.Events {
    /**
     * Bytes after which a message is passed down without a flush: the socket's water marks do not count bytes held
     * here.
     */
    private static final int MESSAGE_BYTES = 64 * 1024;
    /** Longest frame that is sent in one message; a longer one is split. */
    private static final int PART_BYTES = 1024 * 1024;

    /** Bounds the cost of keep-alive Pings. */
    private static final long MIN_TICK_NANOS = TimeUnit.MILLISECONDS.toNanos(500);

    private final WebSocketInput input;
    private final WebSocketOutput output;
    private final long tickNanos;
    private final @Nullable KeepAlive silences;
    /** Time of the last bytes sent or received, if {@link #silences} is set. */
    private long lastHeard;

    private final List<ByteBuf> gathered = new ArrayList<>();
    private int gatheredBytes;
    private @Nullable ChannelHandlerContext own;
    private @Nullable Future<?> tick;
    /** True if received bytes are ignored from now on. */
    private boolean inputIgnored;
    /** True if something was sent since the last tick. */
    private boolean sent;

    private boolean closeSent;
    private int status = WebSocket.NORMAL;
    /** Status of the peer's Close; 0 before it. */
    private int closedWith;
    /** Payload of the last Ping that is not answered yet. */
    private @Nullable ByteBuf pendingPing;

    private boolean answering;

    /** Creates the codec of the side that requested the WebSocket, which masks its messages. */
    WebSocketCodec(KeepAlive silences) {
        this(true, silences.now(), silences);
    }

    /** Creates the codec of the accepting side. */
    WebSocketCodec(Duration keepAlive) {
        this(false, keepAlive, null);
    }

    /**
     * Creates the codec of either side.
     *
     * @param opening true if this side requested the WebSocket, and so masks
     * @param keepAlive longest time for which this side is silent, at least a second
     * @param silences records after which silence the connection was cut; null to record nothing
     */
    private WebSocketCodec(boolean opening, Duration keepAlive, @Nullable KeepAlive silences) {
        this.silences = silences;
        this.input = new WebSocketInput(!opening);
        this.output = new WebSocketOutput(opening);
        this.tickNanos = Math.max(MIN_TICK_NANOS, keepAlive.toNanos() / 2);
    }

    @Override
    public void handlerAdded(ChannelHandlerContext context) {
        own = context;
        recordActivity();
        scheduleTick(context);
    }

    @Override
    @HotPath
    public void channelRead(ChannelHandlerContext context, Object read) {
        if (inputIgnored || !(read instanceof ByteBuf in)) {
            ReferenceCountUtil.release(read);
            return;
        }
        recordActivity();
        try {
            input.read(in, this);
        } catch (ParleyException e) {
            inputIgnored = true;
            status = input.violation();
            context.fireExceptionCaught(e);
        } finally {
            in.release();
        }
    }

    @Override
    @HotPath
    public void onPayload(ByteBuf in, int length) {
        if (!inputIgnored) {
            int begin = in.readerIndex();
            context().fireChannelRead(in.retainedDuplicate().setIndex(begin, begin + length));
        }
    }

    @Override
    public void onControl(int opcode, ByteBuf payload) {
        if (inputIgnored) {
            return;
        }
        if (opcode == WebSocket.PING) {
            pendingPing = payload;
        } else if (opcode == WebSocket.CLOSE) {
            inputIgnored = true;
            closedWith = payload.isReadable() ? payload.readUnsignedShort() : WebSocket.NO_STATUS;
            sendClose().addListener(ChannelFutureListener.CLOSE);
        }
    }

    @Override
    public void channelReadComplete(ChannelHandlerContext context) {
        answer(context);
        context.fireChannelReadComplete();
    }

    /**
     * Sends one Pong at a time, with the payload of the last Ping, so that a peer that sends Pings and reads nothing
     * costs no memory.
     */
    private void answer(ChannelHandlerContext context) {
        ByteBuf payload = pendingPing;
        if (payload == null || answering || closeSent) {
            return;
        }
        pendingPing = null;
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
        recordActivity();
        int length = gatheredBytes;
        gatheredBytes = 0;
        output.message(context.alloc(), gathered, length, buffer -> context.write(buffer, context.voidPromise()));
        gathered.clear();
    }

    private void recordActivity() {
        if (silences != null) {
            lastHeard = silences.nanos();
        }
    }

    private ChannelFuture send(ChannelHandlerContext context, int opcode, ByteBuf payload) {
        sent = true;
        recordActivity();
        return context.writeAndFlush(output.control(context.alloc(), opcode, payload));
    }

    /** Marks received bytes as illegal: the connection is closed with the matching status. */
    void refuse() {
        if (status == WebSocket.NORMAL) {
            status = WebSocket.PROTOCOL_ERROR;
        }
    }

    /** Sends a Close, once. On the event loop. */
    ChannelFuture sendClose() {
        ChannelHandlerContext context = context();
        if (closeSent) {
            return context.newSucceededFuture();
        }
        emit(context);
        closeSent = true;
        return send(context, WebSocket.CLOSE, Unpooled.buffer(Short.BYTES).writeShort(status));
    }

    /** Returns why the closed connection did not end in order; null if it did. */
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
        inputIgnored = true;
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
