package io.parley.channel.websocket;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.parley.HotPath;
import java.nio.ByteBuffer;
import java.security.SecureRandom;
import java.util.List;
import java.util.function.Consumer;

/**
 * Writer of WebSocket frames (RFC 6455, section 5). A message is copied into one buffer if it has to be masked, in the
 * same pass, or if it is so short that another buffer would cost as much; otherwise its buffers are written as they
 * are, after a header.
 */
public final class WebSocketOutput {
    private static final int FIN = 0x80;
    private static final int MASKED = 0x80;
    private static final int IN_TWO = 126;
    private static final int IN_EIGHT = 127;
    private static final int MOST_HEADER = 14;
    /** Maximum payload in bytes that is always copied behind its header. */
    private static final int SHORT_BYTES = 4 * 1024;
    /** Number of masks that are generated at a time. */
    private static final int MASKS = 256;

    private static final SecureRandom RANDOM = new SecureRandom();

    private final boolean masked;
    private final byte[] drawn = new byte[MASKS * Integer.BYTES];
    private final ByteBuffer masks = ByteBuffer.wrap(drawn).limit(0);

    /**
     * Creates a writer.
     *
     * @param masked true if frames are to be masked, as those of the opening side
     */
    public WebSocketOutput(boolean masked) {
        this.masked = masked;
    }

    /**
     * Writes one message.
     *
     * @param parts its buffers in order; released or passed on
     * @param length total length in bytes
     * @param to receives the buffers of the message, in order
     */
    @HotPath
    public void message(ByteBufAllocator allocator, List<ByteBuf> parts, int length, Consumer<ByteBuf> to) {
        boolean copied = masked || length <= SHORT_BYTES;
        ByteBuf first = allocator.ioBuffer(copied ? MOST_HEADER + length : MOST_HEADER);
        int mask = header(first, WebSocket.BINARY, length);
        if (!copied) {
            to.accept(first);
            parts.forEach(to);
            return;
        }
        for (ByteBuf part : parts) {
            int bytes = part.readableBytes();
            append(part, first, mask);
            mask = Mask.rotated(mask, bytes);
            part.release();
        }
        to.accept(first);
    }

    /**
     * Returns a control frame.
     *
     * @param payload at most {@link WebSocket#MOST_CONTROL_BYTES} bytes; released
     */
    public ByteBuf control(ByteBufAllocator allocator, int opcode, ByteBuf payload) {
        ByteBuf frame = allocator.ioBuffer(MOST_HEADER + payload.readableBytes());
        int mask = header(frame, opcode, payload.readableBytes());
        append(payload, frame, mask);
        payload.release();
        return frame;
    }

    private void append(ByteBuf payload, ByteBuf to, int mask) {
        if (masked) {
            Mask.append(payload, to, mask);
        } else {
            to.writeBytes(payload, payload.readerIndex(), payload.readableBytes());
        }
    }

    /** Writes a header; returns its mask, or 0. */
    private int header(ByteBuf to, int opcode, int length) {
        int bit = masked ? MASKED : 0;
        to.writeByte(FIN | opcode);
        if (length < IN_TWO) {
            to.writeByte(bit | length);
        } else if (length <= Character.MAX_VALUE) {
            to.writeByte(bit | IN_TWO).writeShort(length);
        } else {
            to.writeByte(bit | IN_EIGHT).writeLong(length);
        }
        if (!masked) {
            return 0;
        }
        int mask = newMask();
        to.writeInt(mask);
        return mask;
    }

    private int newMask() {
        if (!masks.hasRemaining()) {
            RANDOM.nextBytes(drawn);
            masks.clear();
        }
        return masks.getInt();
    }
}
