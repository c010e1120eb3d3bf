package io.parley.store.jdbc;

import io.parley.ErrorCode;
import io.parley.ParleyException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Properties;
import java.util.regex.Pattern;

/**
 * Address of a PostgreSQL store, split into a URL that may be logged and the credentials. The driver logs its URL and
 * names hosts in its exceptions, so user and passwords are passed as properties only.
 */
final class PostgresAddress {
    private static final String PREFIX = "jdbc:" + PostgresStoreProvider.ENGINE + ":";
    private static final String HOSTS = "//";
    private static final String USER = "user";
    private static final String PASSWORD = "password";

    /** Name, or IPv6 address in brackets, and port. */
    private static final Pattern HOST = Pattern.compile("(\\[[^\\[\\]]*\\]|[^:\\[\\]]*)(:[0-9]*)?");

    private final String server;
    private final String url;
    private final Properties credentials;

    private PostgresAddress(String server, String url, Properties credentials) {
        this.server = server;
        this.url = url;
        this.credentials = credentials;
    }

    /**
     * Parses an address.
     *
     * @param place the part of the address after {@code postgresql:}, with or without user info
     * @throws ParleyException {@code CONTEXT_UNAVAILABLE} if it is malformed
     */
    static PostgresAddress of(String place) {
        Properties credentials = new Properties();
        int question = place.indexOf('?');
        String server = withoutUserInfo(question < 0 ? place : place.substring(0, question), credentials);
        String settings = question < 0 ? "" : withoutCredentials(place.substring(question + 1), credentials);
        return new PostgresAddress(server, PREFIX + server + (settings.isEmpty() ? "" : "?" + settings), credentials);
    }

    private static String withoutUserInfo(String server, Properties credentials) {
        if (!server.startsWith(HOSTS)) {
            return checked(server, "");
        }
        int slash = server.indexOf('/', HOSTS.length());
        String authority = server.substring(HOSTS.length(), slash < 0 ? server.length() : slash);
        String database = slash < 0 ? "" : server.substring(slash);
        int at = authority.lastIndexOf('@');
        if (at >= 0) {
            String info = authority.substring(0, at);
            int colon = info.indexOf(':');
            // A plus sign is literal here, unlike in the query.
            credentials.setProperty(USER, decoded((colon < 0 ? info : info.substring(0, colon)).replace("+", "%2B")));
            if (colon >= 0) {
                credentials.setProperty(
                        PASSWORD, decoded(info.substring(colon + 1).replace("+", "%2B")));
            }
        }
        String hosts = authority.substring(at + 1);
        return HOSTS + checked(hosts + database, hosts);
    }

    /**
     * Refuses a server part that may contain a part of a password: an unescaped separator in a password would split it.
     */
    private static String checked(String server, String hosts) {
        boolean isClean = server.indexOf('@') < 0;
        for (String host : hosts.split(",", -1)) {
            isClean &= HOST.matcher(host).matches();
        }
        if (!isClean) {
            throw malformed(
                    "hosts with numbers as ports, and percent-encoding for any of @ : / ? within a name or password");
        }
        return server;
    }

    private static String withoutCredentials(String settings, Properties credentials) {
        List<String> open = new ArrayList<>();
        for (String setting : settings.split("&", -1)) {
            int equals = setting.indexOf('=');
            String name = equals < 0 ? "" : setting.substring(0, equals);
            if (name.equals(USER) || name.toLowerCase(Locale.ROOT).endsWith(PASSWORD)) {
                credentials.setProperty(name, decoded(setting.substring(equals + 1)));
            } else {
                open.add(setting);
            }
        }
        return String.join("&", open);
    }

    private static String decoded(String text) {
        try {
            return URLDecoder.decode(text, StandardCharsets.UTF_8);
        } catch (IllegalArgumentException e) {
            // Without the cause, which quotes the text.
            throw malformed("percent-encoding of UTF-8 in its user and passwords");
        }
    }

    private static ParleyException malformed(String expected) {
        return new ParleyException(
                ErrorCode.CONTEXT_UNAVAILABLE,
                "postgresql context store: expected " + expected
                        + ", found something else (not shown, as it may be secret);" + " correct the store's address");
    }

    /** Returns the URL for the driver, without credentials. */
    String url() {
        return url;
    }

    /** Adds user and passwords to the properties for the driver. */
    void addCredentials(Properties properties) {
        credentials.forEach(properties::put);
    }

    /** Returns the hosts and the database. */
    @Override
    public String toString() {
        return PostgresStoreProvider.ENGINE + ":" + server;
    }
}
