package io.parley.channel.http;

import java.net.URI;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * Headers that bring the requests of one session to the node that answered its offer, where a balancer stands before several
 * (docs/protocol/channels.md, "Several nodes behind one URL"). Immutable; never part of a text, since cookies may be
 * secrets.
 */
public final class Affinity {
    /** Header of an offer, and of the upgrades and posts that come of it: a balancer may hash it. */
    public static final String ROUTE_HEADER = "Parley-Route";

    /** Header of the response to an offer, and of upgrades and posts: the node that the token is of. */
    public static final String NODE_HEADER = "Parley-Node";

    /** How often an upgrade, or the first post of a connection, is sent at most while other nodes get it. */
    public static final int MOST_TRIES = 8;

    /** Bytes at the beginning of a token or secret that name its node. */
    public static final int NODE_BYTES = 8;

    private static final String COOKIE = "Cookie";
    private static final int ROUTE_BYTES = 16;
    private static final Pattern NODE = Pattern.compile("[0-9a-f]{" + 2 * NODE_BYTES + "}");
    private static final HexFormat HEX = HexFormat.of();
    private static final SecureRandom RANDOM = new SecureRandom();

    private final String route;
    /** Empty before the answer. */
    private final String node;
    /** As the header has them; empty for none. */
    private final String cookies;

    private Affinity(String route, String node, String cookies) {
        this.route = route;
        this.node = node;
        this.cookies = cookies;
    }

    /** Begins a negotiation: nothing is known of a node yet. */
    public static Affinity begin() {
        byte[] random = new byte[ROUTE_BYTES];
        RANDOM.nextBytes(random);
        return new Affinity(HEX.formatHex(random), "", "");
    }

    /** Returns the name of the node that a token or secret is of. */
    public static String node(byte[] token) {
        return HEX.formatHex(Arrays.copyOf(token, NODE_BYTES));
    }

    /** Whether a header's value names a node. */
    static boolean isNode(String value) {
        return NODE.matcher(value).matches();
    }

    /**
     * Returns what brings requests to the node that gave the answer.
     *
     * @param token of the answer
     * @param url that the offer went to, as all requests of its session do
     * @param setCookies values of {@code Set-Cookie} that came with the answer
     */
    public Affinity answered(byte[] token, URI url, List<String> setCookies) {
        return new Affinity(route, node(token), BalancerCookies.of(url, setCookies));
    }

    /**
     * Returns the headers of a request.
     *
     * @param others its other headers, of which a cookie goes with these
     */
    public Map<String, String> with(Map<String, String> others) {
        Map<String, String> all = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        all.putAll(others);
        all.put(ROUTE_HEADER, route);
        if (!node.isEmpty()) {
            all.put(NODE_HEADER, node);
        }
        if (!cookies.isEmpty()) {
            all.merge(COOKIE, cookies, (own, ours) -> own + "; " + ours);
        }
        return all;
    }
}
