package io.parley.cxf.addressing;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Allow-list of reply addresses. An address is allowed if it equals an entry exactly, apart from the case of scheme and
 * host, or, for an entry that ends with a slash, if it continues that with plain path segments. Nothing is resolved or
 * decoded for the comparison: an address that is not clearly allowed is refused.
 */
record AllowedAddresses(List<URI> places) {
    private static final int MAX_LENGTH = 2_000;
    /** Relative paths without dot segments, percent signs or queries, which a server cannot read as another path. */
    private static final Pattern REST =
            Pattern.compile("(?:(?!\\.{1,2}(?:/|$))[A-Za-z0-9._~-]+/)*(?:(?!\\.{1,2}$)[A-Za-z0-9._~-]+)?");

    /**
     * Returns the allow-list of the given addresses.
     *
     * @throws IllegalArgumentException for an address that is not http or https with a host, or has a user or fragment
     */
    static AllowedAddresses of(List<String> addresses) {
        return new AllowedAddresses(
                addresses.stream().map(AllowedAddresses::place).toList());
    }

    private static URI place(String address) {
        URI place = parsed(address);
        if (place == null) {
            throw new IllegalArgumentException(
                    "allowed reply address: expected http or https, a host and a path, without user or fragment, found "
                            + address);
        }
        return place;
    }

    boolean contains(String address) {
        URI found = parsed(address);
        return found != null && places.stream().anyMatch(place -> isAt(place, found));
    }

    private static boolean isAt(URI place, URI found) {
        if (!place.getScheme().equalsIgnoreCase(found.getScheme())
                || !place.getHost().equalsIgnoreCase(found.getHost())
                || port(place) != port(found)) {
            return false;
        }
        String allowed = path(place);
        String requested = path(found);
        boolean below = allowed.endsWith("/") && requested.startsWith(allowed);
        return requested.equals(allowed)
                || (below && REST.matcher(requested.substring(allowed.length())).matches());
    }

    private static @Nullable URI parsed(String address) {
        if (address.length() > MAX_LENGTH) {
            return null;
        }
        try {
            URI found = new URI(address);
            boolean web = found.getScheme() != null
                    && List.of("http", "https").contains(found.getScheme().toLowerCase(Locale.ROOT));
            boolean plain = found.getHost() != null && found.getRawUserInfo() == null && found.getRawFragment() == null;
            return web && plain ? found : null;
        } catch (URISyntaxException e) {
            return null;
        }
    }

    private static int port(URI address) {
        if (address.getPort() >= 0) {
            return address.getPort();
        }
        return address.getScheme().equalsIgnoreCase("https") ? 443 : 80;
    }

    /** Returns path and query as written. */
    private static String path(URI address) {
        String path = address.getRawPath().isEmpty() ? "/" : address.getRawPath();
        return address.getRawQuery() == null ? path : path + "?" + address.getRawQuery();
    }
}
