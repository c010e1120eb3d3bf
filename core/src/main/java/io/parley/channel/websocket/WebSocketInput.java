package io.parley.channel.websocket;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.parley.ErrorCode;
import io.parley.HotPath;
import io.parley.ParleyException;

/**
 * Incremental parser of WebSocket frames (RFC 6455, section 5). Payloads are unmasked in place and passed on at once,
 * so that no frame is buffered, whatever its length. A protocol violation ends the input.
 */
public final class WebSocketInput {
    private static final int FIN = 0x80;
    private static final int RESERVED = 0x70;
    private static final int OPCODE = 0x0F;
    private static final int MASKED = 0x80;
    private static final int LENGTH = 0x7F;
    private static final int IN_TWO = 126;
    private static final int IN_EIGHT = 127;
    private static final int MOST_HEADER = 14;

    private final boolean masked;
    /** The first bytes of a header, until it is complete. */
    private final byte[] header = new byte[MOST_HEADER];
    /** The first bytes of a control frame's payload, until it is complete. */
    private final byte[] control = new byte[WebSocket.MOST_CONTROL_BYTES];

    private int headerBytes;
    private int controlBytes;
    private boolean inFrame;
    private boolean inMessage;
    private int opcode;
    private int remaining;
    private int mask;
    private int violation = WebSocket.NORMAL;

    /**
     * Creates a parser.
     *
     * @param masked true if frames must be masked, as those of the opening side; false if they must not be
     */
    public WebSocketInput(boolean masked) {
        this.masked = masked;
    }

    /** Receiver of parsed frames. */
    public interface Events {
        /** Called with the next payload bytes at the reader index. The caller keeps the buffer. */
        void onPayload(ByteBuf in, int length);

        /** Called with a complete control frame. The payload belongs to the callee and needs no release. */
        void onControl(int opcode, ByteBuf payload);
    }

    /**
     * Parses received bytes.
     *
     * @param in read to its end, and unmasked in place; remains the caller's
     * @throws ParleyException {@code PROTOCOL} on a protocol violation; nothing may be read after that
     */
    @HotPath
    public void read(ByteBuf in, Events to) {
        while (in.isReadable()) {
            if (!inFrame && !readHeader(in)) {
                return;
            }
            if (opcode >= WebSocket.CLOSE) {
                readControl(in, to);
            } else {
                readPayload(in, to);
            }
        }
    }

    /** Returns the close status for the violation that was found. */
    public int violation() {
        return violation;
    }

    private void readPayload(ByteBuf in, Events to) {
        int length = Math.min(remaining, in.readableBytes());
        if (length > 0) {
            int index = in.readerIndex();
            if (masked) {
                Mask.apply(in, index, length, mask);
                mask = Mask.rotated(mask, length);
            }
            remaining -= length;
            to.onPayload(in, length);
            in.readerIndex(index + length);
        }
        inFrame = remaining > 0;
    }

    private void readControl(ByteBuf in, Events to) {
        int length = Math.min(remaining, in.readableBytes());
        in.readBytes(control, controlBytes, length);
        controlBytes += length;
        remaining -= length;
        if (remaining > 0) {
            return;
        }
        inFrame = false;
        ByteBuf payload = Unpooled.copiedBuffer(control, 0, controlBytes);
        if (masked) {
            Mask.apply(payload, 0, controlBytes, mask);
        }
        controlBytes = 0;
        if (opcode == WebSocket.CLOSE) {
            checkClose(payload);
        }
        to.onControl(opcode, payload);
    }

    /** Checks the status of a Close frame (RFC 6455, sections 5.5.1 and 7.4). */
    private void checkClose(ByteBuf payload) {
        if (!payload.isReadable()) {
            return;
        }
        int status = payload.readableBytes() < Short.BYTES ? 0 : payload.getUnsignedShort(0);
        boolean mayBeSent = (status >= WebSocket.NORMAL && status <= WebSocket.UNSUPPORTED)
                || (status >= 1007 && status <= 1014)
                || (status >= 3000 && status <= 4999);
        if (!mayBeSent) {
            throw protocolError("a Close with a status that may be sent, found another");
        }
    }

    /** Continues to read a header; returns true once it is complete. */
    private boolean readHeader(ByteBuf in) {
        while (headerBytes < 2 || headerBytes < headerLength()) {
            if (!in.isReadable()) {
                return false;
            }
            header[headerBytes++] = in.readByte();
            if (headerBytes == 2) {
                checkKind();
            }
        }
        long length = length();
        mask = masked ? (int) number(headerBytes - Integer.BYTES, Integer.BYTES) : 0;
        headerBytes = 0;
        checkLength(length);
        remaining = (int) length;
        inFrame = true;
        if (opcode < WebSocket.CLOSE) {
            inMessage = (header[0] & FIN) == 0;
        }
        return true;
    }

    private int headerLength() {
        int coded = header[1] & LENGTH;
        int extended = coded == IN_EIGHT ? Long.BYTES : coded == IN_TWO ? Short.BYTES : 0;
        return 2 + extended + (masked ? Integer.BYTES : 0);
    }

    private long length() {
        int coded = header[1] & LENGTH;
        return coded == IN_EIGHT ? number(2, Long.BYTES) : coded == IN_TWO ? number(2, Short.BYTES) : coded;
    }

    private long number(int at, int bytes) {
        long number = 0;
        for (int i = at; i < at + bytes; i++) {
            number = number << Byte.SIZE | (header[i] & 0xFF);
        }
        return number;
    }

    /** Checks the first two bytes of a header as soon as they are there. */
    private void checkKind() {
        opcode = header[0] & OPCODE;
        boolean last = (header[0] & FIN) != 0;
        if ((header[0] & RESERVED) != 0) {
            throw protocolError("no extension, found a reserved bit");
        }
        if (((header[1] & MASKED) != 0) != masked) {
            throw protocolError(
                    masked ? "a masked frame, found one in the clear" : "a frame without a mask, found one with it");
        }
        switch (opcode) {
            case WebSocket.CONTINUATION -> check(inMessage, "the first fragment of a message, found a later one");
            case WebSocket.BINARY -> check(!inMessage, "the rest of a message, found another message");
            case WebSocket.TEXT -> {
                violation = WebSocket.UNSUPPORTED;
                throw refused("binary messages, found a text message");
            }
            case WebSocket.CLOSE, WebSocket.PING, WebSocket.PONG -> {
                check(last, "a whole control frame, found a fragment");
                check((header[1] & LENGTH) <= WebSocket.MOST_CONTROL_BYTES, "a short control frame, found a long one");
            }
            default -> throw protocolError("an opcode of RFC 6455, found " + opcode);
        }
    }

    private void checkLength(long length) {
        int coded = header[1] & LENGTH;
        check(
                length >= 0
                        && (coded != IN_TWO || length >= IN_TWO)
                        && (coded != IN_EIGHT || length > Character.MAX_VALUE),
                "a length in as few bytes as it needs, found another");
        if (length > WebSocket.MOST_FRAME_BYTES) {
            violation = WebSocket.TOO_LONG;
            throw refused("at most " + WebSocket.MOST_FRAME_BYTES + " bytes, found " + length);
        }
    }

    private void check(boolean kept, String expectedAndFound) {
        if (!kept) {
            throw protocolError(expectedAndFound);
        }
    }

    private ParleyException protocolError(String expectedAndFound) {
        violation = WebSocket.PROTOCOL_ERROR;
        return refused(expectedAndFound);
    }

    private static ParleyException refused(String expectedAndFound) {
        return new ParleyException(ErrorCode.PROTOCOL, "WebSocket frame: expected " + expectedAndFound);
    }
}
