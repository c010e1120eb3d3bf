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
 * Headers that route all requests of one session to the node that answered its offer, for services behind a load
 * balancer (docs/protocol/channels.md, "Several nodes behind one URL"). Immutable. Has no {@code toString}, since
 * cookies may be secrets.
 */
public final class Affinity {
    /**
     * Header of an offer, and of the upgrades and posts of its session: a random value that a load balancer may hash.
     */
    public static final String ROUTE_HEADER = "Parley-Route";

    /** Header of the response to an offer, and of upgrades and posts: the name of the node that issued the token. */
    public static final String NODE_HEADER = "Parley-Node";

    /** Maximum number of attempts of an upgrade, or of the first post of a connection, while other nodes receive it. */
    public static final int MOST_TRIES = 8;

    /** Number of leading bytes of a token or secret that name its node. */
    public static final int NODE_BYTES = 8;

    private static final String COOKIE = "Cookie";
    private static final int ROUTE_BYTES = 16;
    private static final Pattern NODE = Pattern.compile("[0-9a-f]{" + 2 * NODE_BYTES + "}");
    private static final HexFormat HEX = HexFormat.of();
    private static final SecureRandom RANDOM = new SecureRandom();

    private final String route;
    /** Name of the node; empty before the answer. */
    private final String node;
    /** Value of the {@code Cookie} header; empty if there are no cookies. */
    private final String cookies;

    private Affinity(String route, String node, String cookies) {
        this.route = route;
        this.node = node;
        this.cookies = cookies;
    }

    /** Creates the affinity of a new negotiation, with a random route and no node. */
    public static Affinity begin() {
        byte[] random = new byte[ROUTE_BYTES];
        RANDOM.nextBytes(random);
        return new Affinity(HEX.formatHex(random), "", "");
    }

    /** Returns the name of the node that issued a token or secret. */
    public static String node(byte[] token) {
        return HEX.formatHex(Arrays.copyOf(token, NODE_BYTES));
    }

    /** Returns whether a header value is a well-formed node name. */
    static boolean isNode(String value) {
        return NODE.matcher(value).matches();
    }

    /**
     * Returns the affinity to the node that sent the answer.
     *
     * @param token of the answer
     * @param url that the offer was sent to, as are all requests of its session
     * @param setCookies values of {@code Set-Cookie} in the response
     */
    public Affinity answered(byte[] token, URI url, List<String> setCookies) {
        return new Affinity(route, node(token), BalancerCookies.of(url, setCookies));
    }

    /**
     * Returns the headers of a request.
     *
     * @param others its other headers; a cookie among them is kept, before these
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
