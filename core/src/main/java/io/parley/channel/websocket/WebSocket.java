package io.parley.channel.websocket;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.Base64;

/** Names and limits of the websocket channel (docs/protocol/channels.md, "The websocket channel"; RFC 6455). */
public final class WebSocket {
    /** The channel's term in offers. */
    public static final String CHANNEL = "websocket";

    /** The protocol version, as in {@code Sec-WebSocket-Version}. */
    public static final String VERSION = "13";

    /** Subprotocol of the messages, as in {@code Sec-WebSocket-Protocol}. */
    public static final String SUBPROTOCOL = "frames.parley.1";

    /**
     * Header with the subprotocols that a client offers, or the one that the server chose (RFC 6455, section 11.3.4).
     */
    public static final String SUBPROTOCOL_HEADER = "Sec-WebSocket-Protocol";

    /** Header of an upgrade with the agreement's digest, in hexadecimal digits. */
    public static final String DIGEST_HEADER = "Parley-Digest";

    /** Header of an upgrade that opens a session with its token, in hexadecimal digits. */
    public static final String TOKEN_HEADER = "Parley-Token";

    /** Header of a refusal with the error code. */
    public static final String CODE_HEADER = "Parley-Code";

    /**
     * Default time without sending after which a side sends a keep-alive message: common proxies time out after a
     * minute.
     */
    public static final Duration KEEP_ALIVE = Duration.ofSeconds(25);

    /** Maximum payload of a WebSocket frame in bytes; a longer one is refused. */
    public static final int MOST_FRAME_BYTES = 16 * 1024 * 1024;

    /** Maximum payload of a control frame in bytes (RFC 6455, section 5.5). */
    public static final int MOST_CONTROL_BYTES = 125;

    /** Close status: normal closure. */
    public static final int NORMAL = 1000;

    /** Close status: the endpoint is going away. */
    public static final int GOING_AWAY = 1001;

    /** Close status: the peer violated the protocol. */
    public static final int PROTOCOL_ERROR = 1002;

    /** Close status: unsupported type of message. */
    public static final int UNSUPPORTED = 1003;

    /** Close status for a Close frame without one; never sent. */
    public static final int NO_STATUS = 1005;

    /** Close status: message too long. */
    public static final int TOO_LONG = 1009;

    static final int CONTINUATION = 0;
    static final int TEXT = 1;
    static final int BINARY = 2;
    /** Opcode of Close. */
    public static final int CLOSE = 8;
    /** Opcode of Ping. */
    public static final int PING = 9;
    /** Opcode of Pong. */
    public static final int PONG = 10;

    private static final String GUID = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11";

    private WebSocket() {}

    /** Returns the {@code Sec-WebSocket-Accept} for a {@code Sec-WebSocket-Key} (RFC 6455, section 4.2.2). */
    public static String accept(String key) {
        try {
            byte[] text = (key + GUID).getBytes(StandardCharsets.ISO_8859_1);
            return Base64.getEncoder()
                    .encodeToString(MessageDigest.getInstance("SHA-1").digest(text));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-1", e);
        }
    }
}
