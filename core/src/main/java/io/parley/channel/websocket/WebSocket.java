package io.parley.channel.websocket;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.Base64;

/** The words and numbers of the websocket channel (docs/protocol/channels.md, "The websocket channel"; RFC 6455). */
public final class WebSocket {
    /** The channel's term in offers. */
    public static final String CHANNEL = "websocket";

    /** The version of the protocol, which {@code Sec-WebSocket-Version} names. */
    public static final String VERSION = "13";

    /** Subprotocol of the messages, as in {@code Sec-WebSocket-Protocol}. */
    public static final String SUBPROTOCOL = "frames.parley.1";

    /** Header of an upgrade: the agreement's digest, in hexadecimal digits. */
    public static final String DIGEST_HEADER = "Parley-Digest";

    /** Header of an upgrade that is to open a session: its token, in hexadecimal digits. */
    public static final String TOKEN_HEADER = "Parley-Token";

    /** Header of a refusal: the error code. */
    public static final String CODE_HEADER = "Parley-Code";

    /** Default time without sending after which a side sends a sign of life: proxies wait for a minute. */
    public static final Duration KEEP_ALIVE = Duration.ofSeconds(25);

    /** Payload of a WebSocket frame that is refused if it has more. */
    public static final int MOST_FRAME_BYTES = 16 * 1024 * 1024;

    /** Payload of a control frame, at most (RFC 6455, 5.5). */
    public static final int MOST_CONTROL_BYTES = 125;

    /** Status of a close: in order. */
    public static final int NORMAL = 1000;

    /** Status of a close: the side goes away, in order. */
    public static final int GOING_AWAY = 1001;

    /** Status of a close: what came is against the protocol. */
    public static final int PROTOCOL_ERROR = 1002;

    /** Status of a close: a kind of message that is not taken. */
    public static final int UNSUPPORTED = 1003;

    /** Status that no close carries: it carried none. */
    public static final int NO_STATUS = 1005;

    /** Status of a close: too long. */
    public static final int TOO_LONG = 1009;

    static final int CONTINUATION = 0;
    static final int TEXT = 1;
    static final int BINARY = 2;
    /** The opcode of Close. */
    public static final int CLOSE = 8;
    /** The opcode of Ping. */
    public static final int PING = 9;
    /** The opcode of Pong. */
    public static final int PONG = 10;

    private static final String GUID = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11";

    private WebSocket() {}

    /** The {@code Sec-WebSocket-Accept} for a {@code Sec-WebSocket-Key} (RFC 6455, 4.2.2). */
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
