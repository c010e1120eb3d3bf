package io.parley.channel.websocket;

import io.parley.channel.http.Affinity;
import java.util.HexFormat;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Headers of the upgrades of one session (docs/protocol/channels.md, section 15): the first shows the token, others are to resume.
 * Thread-safe; never part of a text, since a token is a secret.
 */
public final class SessionUpgrades {
    private static final HexFormat HEX = HexFormat.of();

    private final String token;
    private final String digest;
    private final boolean atAnyNode;
    private final AtomicBoolean opening;

    private SessionUpgrades(byte[] token, byte[] digest, boolean atAnyNode) {
        this.token = HEX.formatHex(token);
        this.digest = HEX.formatHex(digest);
        this.atAnyNode = atAnyNode;
        this.opening = new AtomicBoolean(token.length > 0);
    }

    /**
     * Creates those of a session to open.
     *
     * @param token of the agreement
     * @param digest of the agreement
     * @param atAnyNode whether the session is durable: any node goes on with it
     */
    public static SessionUpgrades opening(byte[] token, byte[] digest, boolean atAnyNode) {
        return new SessionUpgrades(token, digest, atAnyNode);
    }

    /** Creates those of a durable session that an earlier process opened. */
    public static SessionUpgrades resuming(byte[] digest) {
        return new SessionUpgrades(new byte[0], digest, true);
    }

    /** Puts the headers of the next upgrade among the others of its request; these stand in place of the user's. */
    public void next(Map<String, String> headers) {
        if (opening.getAndSet(false)) {
            headers.put(WebSocket.TOKEN_HEADER, token);
        } else if (atAnyNode) {
            headers.remove(Affinity.NODE_HEADER);
        }
        headers.put(WebSocket.DIGEST_HEADER, digest);
    }
}
