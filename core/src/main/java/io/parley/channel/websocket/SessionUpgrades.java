package io.parley.channel.websocket;

import io.parley.channel.http.Affinity;
import java.util.HexFormat;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Headers of the upgrade requests of one session (docs/protocol/channels.md, section 15): the first shows the token,
 * later ones resume. Thread-safe. Has no {@code toString}, since a token is a secret.
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
     * Creates the upgrades of a session to open.
     *
     * @param token of the agreement
     * @param digest of the agreement
     * @param atAnyNode true if the session is durable, so that any node can resume it
     */
    public static SessionUpgrades opening(byte[] token, byte[] digest, boolean atAnyNode) {
        return new SessionUpgrades(token, digest, atAnyNode);
    }

    /** Creates the upgrades of a durable session that an earlier process opened. */
    public static SessionUpgrades resuming(byte[] digest) {
        return new SessionUpgrades(new byte[0], digest, true);
    }

    /** Adds the headers of the next upgrade to those of its request; they replace headers of the same name. */
    public void next(Map<String, String> headers) {
        if (opening.getAndSet(false)) {
            headers.put(WebSocket.TOKEN_HEADER, token);
        } else if (atAnyNode) {
            headers.remove(Affinity.NODE_HEADER);
        }
        headers.put(WebSocket.DIGEST_HEADER, digest);
    }
}
