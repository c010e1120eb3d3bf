package io.parley.channel.http;

import java.net.HttpCookie;
import java.net.URI;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Cookies by which a load balancer recognises the node of a session (RFC 6265), restricted to those valid for the URL
 * they came from.
 */
final class BalancerCookies {
    private static final int MOST_COOKIES = 16;
    private static final int MOST_BYTES = 4096;
    private static final Pattern NAME = Pattern.compile("[!#$%&'*+.^_`|~0-9A-Za-z-]+");
    private static final Pattern VALUE = Pattern.compile("[\\x21-\\x7e&&[^\",;\\\\]]*");

    private BalancerCookies() {}

    /**
     * Returns the value of a {@code Cookie} header; empty if there are no usable cookies.
     *
     * @param url that was called, and that the header is for
     * @param setCookies values of {@code Set-Cookie} from that URL; untrusted
     */
    static String of(URI url, List<String> setCookies) {
        Map<String, String> named = new LinkedHashMap<>();
        int bytes = 0;
        for (String line : setCookies) {
            for (HttpCookie cookie : parsed(line)) {
                int length = cookie.getName().length()
                        + String.valueOf(cookie.getValue()).length();
                if (isFor(url, cookie) && named.size() < MOST_COOKIES && bytes + length <= MOST_BYTES) {
                    bytes += length;
                    named.put(cookie.getName(), cookie.getValue());
                }
            }
        }
        return named.entrySet().stream()
                .map(cookie -> cookie.getKey() + "=" + cookie.getValue())
                .collect(Collectors.joining("; "));
    }

    private static List<HttpCookie> parsed(String line) {
        try {
            return line.length() > MOST_BYTES ? List.of() : HttpCookie.parse("Set-Cookie: " + line);
        } catch (IllegalArgumentException e) {
            return List.of();
        }
    }

    private static boolean isFor(URI url, HttpCookie cookie) {
        return NAME.matcher(cookie.getName()).matches()
                && cookie.getValue() != null
                && VALUE.matcher(cookie.getValue()).matches()
                && !cookie.hasExpired()
                && (!cookie.getSecure() || "https".equalsIgnoreCase(url.getScheme()))
                && isOfHost(url.getHost(), cookie.getDomain())
                && isOfPath(url.getRawPath(), cookie.getPath());
    }

    private static boolean isOfHost(String host, String domain) {
        if (domain == null || domain.isEmpty()) {
            return true;
        }
        String bare = (domain.startsWith(".") ? domain.substring(1) : domain).toLowerCase(Locale.ROOT);
        String called = host.toLowerCase(Locale.ROOT);
        return called.equals(bare) || called.endsWith("." + bare);
    }

    private static boolean isOfPath(String path, String wanted) {
        if (wanted == null || !wanted.startsWith("/")) {
            return true;
        }
        String called = path == null || path.isEmpty() ? "/" : path;
        return called.equals(wanted)
                || (called.startsWith(wanted) && (wanted.endsWith("/") || called.charAt(wanted.length()) == '/'));
    }
}
