package io.parley.channel.websocket;

import io.parley.ErrorCode;
import io.parley.channel.http.Affinity;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;

/** The upgrade request of the websocket channel, parsed from its HTTP headers. Immutable. */
public final class Upgrade {
    private static final String WEBSOCKET = "websocket";
    private static final int KEY_BYTES = 16;
    private static final int DIGEST_BYTES = 32;
    private static final int MOST_TOKEN_BYTES = 255;
    private static final HexFormat HEX = HexFormat.of();

    private final String key;
    /** Token of the session to open; empty to resume one. */
    private final byte[] token;

    private final byte[] digest;
    /** Node that the request is for; empty if it names none. */
    private final String node;

    private Upgrade(String key, byte[] token, byte[] digest, String node) {
        this.key = key;
        this.token = token;
        this.digest = digest;
        this.node = node;
    }

    /** Validates tokens and digests. Thread-safe; must not block. */
    public interface Guard {
        /**
         * Returns the verdict on a token that is to open a session under the agreement with this digest, for this
         * principal.
         */
        Verdict mayOpen(byte[] token, byte[] digest, String principal);

        /** Returns whether there is a session under the agreement with this digest, for this principal. */
        boolean mayResume(byte[] digest, String principal);

        /** Returns the name of this node; empty if it has none. */
        String node();
    }

    /** The result of validating a token. */
    public enum Verdict {
        /** The token opens a session. */
        GOOD,
        /** The token was issued by another node. */
        OF_ANOTHER_NODE,
        /** The token is not valid. */
        NO_GOOD
    }

    /** Returns whether a request asks for a WebSocket upgrade. */
    public static boolean isWanted(Function<String, List<String>> headers) {
        return has(headers.apply("Upgrade"), WEBSOCKET);
    }

    /** Returns whether a request for an upgrade names Parley in any header, valid or not. */
    public static boolean namesParley(Function<String, List<String>> headers) {
        return !headers.apply(WebSocket.DIGEST_HEADER).isEmpty()
                || !headers.apply(WebSocket.TOKEN_HEADER).isEmpty()
                || headers.apply(WebSocket.SUBPROTOCOL_HEADER).stream().anyMatch(value -> value.contains("parley"));
    }

    /**
     * Parses a request that asks for a WebSocket.
     *
     * @param headers returns all values of a header
     * @param origins the allowed values of {@code Origin}
     * @throws UpgradeRefusal if the request does not conform to docs/protocol/channels.md, section 15
     */
    public static Upgrade read(String method, Function<String, List<String>> headers, Set<String> origins)
            throws UpgradeRefusal {
        List<String> origin = headers.apply("Origin");
        if (!origins.containsAll(origin) || origin.size() > 1) {
            throw new UpgradeRefusal(
                    UpgradeRefusal.FORBIDDEN,
                    ErrorCode.NOT_DISPATCHED,
                    "upgrade: expected no header Origin, or one that is allowed here, found another");
        }
        check(method.equals("GET"), "the method GET");
        check(isWanted(headers) && has(headers.apply("Connection"), "upgrade"), "Upgrade and Connection");
        if (!List.of(WebSocket.VERSION).equals(headers.apply("Sec-WebSocket-Version"))) {
            throw new UpgradeRefusal(
                    UpgradeRefusal.OTHER_VERSION,
                    ErrorCode.VERSION,
                    "upgrade: expected Sec-WebSocket-Version " + WebSocket.VERSION + ", found another");
        }
        check(
                values(headers.apply(WebSocket.SUBPROTOCOL_HEADER)).anyMatch(WebSocket.SUBPROTOCOL::equals),
                WebSocket.SUBPROTOCOL_HEADER + " with " + WebSocket.SUBPROTOCOL);
        String key = one(headers, "Sec-WebSocket-Key");
        check(isKey(key), "Sec-WebSocket-Key with 16 bytes in Base64");
        byte[] digest = hex(headers, WebSocket.DIGEST_HEADER);
        check(digest.length == DIGEST_BYTES, WebSocket.DIGEST_HEADER + " with 64 digits");
        boolean opens = !headers.apply(WebSocket.TOKEN_HEADER).isEmpty();
        byte[] token = opens ? hex(headers, WebSocket.TOKEN_HEADER) : new byte[0];
        check(!opens || token.length > 0, "digits in " + WebSocket.TOKEN_HEADER);
        boolean namesNode = !headers.apply(Affinity.NODE_HEADER).isEmpty();
        String node = namesNode ? HEX.formatHex(hex(headers, Affinity.NODE_HEADER)) : "";
        return new Upgrade(key, token, digest, node);
    }

    /**
     * Checks that the guard accepts the token or session.
     *
     * @throws UpgradeRefusal if it does not
     */
    public void check(Guard guard, String principal) throws UpgradeRefusal {
        switch (verdict(guard, principal)) {
            case GOOD -> {}
            case OF_ANOTHER_NODE -> throw elsewhere();
            case NO_GOOD ->
                throw new UpgradeRefusal(
                        UpgradeRefusal.FORBIDDEN,
                        ErrorCode.TOKEN_REFUSED,
                        "upgrade: expected the token of an agreement, or the digest of a session, found another");
        }
    }

    private Verdict verdict(Guard guard, String principal) {
        if (!node.isEmpty() && !guard.node().isEmpty() && !node.equals(guard.node())) {
            return Verdict.OF_ANOTHER_NODE;
        }
        if (token.length > 0) {
            return guard.mayOpen(token, digest, principal);
        }
        return guard.mayResume(digest, principal) ? Verdict.GOOD : Verdict.NO_GOOD;
    }

    /** Creates the refusal of an upgrade that is for another node. */
    public static UpgradeRefusal elsewhere() {
        return new UpgradeRefusal(
                UpgradeRefusal.FORBIDDEN,
                ErrorCode.WRONG_NODE,
                "upgrade: expected a token or session of this node, found one of another");
    }

    /**
     * Creates the refusal of an upgrade whose connection would bypass the filters that check each request.
     *
     * @param setting that allows it
     */
    public static UpgradeRefusal aroundFilters(String setting) {
        return new UpgradeRefusal(
                UpgradeRefusal.FORBIDDEN,
                ErrorCode.TOKEN_REFUSED,
                "upgrade: expected no filter or login of the container before the service, found one; the setting is "
                        + setting);
    }

    /**
     * Creates the refusal of an upgrade for lack of capacity.
     *
     * @param why expected and found
     */
    public static UpgradeRefusal noRoom(String why) {
        return new UpgradeRefusal(UpgradeRefusal.UNAVAILABLE, ErrorCode.NOT_DISPATCHED, "upgrade: " + why);
    }

    /**
     * Creates the refusal of a request that is not an upgrade to this channel.
     *
     * @param expected the violated requirement
     */
    public static UpgradeRefusal malformed(String expected) {
        return new UpgradeRefusal(
                UpgradeRefusal.MALFORMED,
                ErrorCode.PROTOCOL,
                "upgrade: expected " + expected + ", found another request");
    }

    /** Returns the headers of the response that grants the upgrade. */
    public Map<String, String> answer() {
        return Map.of(
                "Upgrade",
                WEBSOCKET,
                "Connection",
                "Upgrade",
                "Sec-WebSocket-Accept",
                WebSocket.accept(key),
                WebSocket.SUBPROTOCOL_HEADER,
                WebSocket.SUBPROTOCOL);
    }

    private static void check(boolean kept, String expected) throws UpgradeRefusal {
        if (!kept) {
            throw malformed(expected);
        }
    }

    private static String one(Function<String, List<String>> headers, String name) throws UpgradeRefusal {
        List<String> values = headers.apply(name);
        check(values.size() == 1, "one header " + name);
        return values.get(0).strip();
    }

    private static byte[] hex(Function<String, List<String>> headers, String name) throws UpgradeRefusal {
        String text = one(headers, name);
        check(
                text.length() <= 2 * MOST_TOKEN_BYTES && text.length() % 2 == 0 && text.matches("[0-9a-f]*"),
                name + " in hexadecimal digits");
        return HEX.parseHex(text);
    }

    private static boolean isKey(String key) {
        try {
            return Base64.getDecoder().decode(key).length == KEY_BYTES;
        } catch (IllegalArgumentException e) {
            return false;
        }
    }

    private static boolean has(List<String> lines, String value) {
        return values(lines).anyMatch(each -> each.toLowerCase(Locale.ROOT).equals(value));
    }

    private static Stream<String> values(List<String> lines) {
        return lines.stream()
                .flatMap(line -> Arrays.stream(line.split(",", -1)))
                .map(String::strip);
    }

    /** Returns the purpose of the upgrade without the token, which is a secret. */
    @Override
    public String toString() {
        return token.length > 0 ? "upgrade to open a session" : "upgrade to resume a session";
    }
}
