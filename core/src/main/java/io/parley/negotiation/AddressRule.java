package io.parley.negotiation;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Rule for the negotiated addresses that a client may connect to: the service's own host always, other hosts only if
 * they are explicitly allowed. Hosts are compared as text, without regard to case, a trailing dot, or the brackets of
 * an IPv6 literal. Nothing is resolved and no other spelling of an address is recognised, so that an answer cannot
 * direct the client to a host that its user has not named. Immutable.
 */
public final class AddressRule {
    private static final Pattern HOST = Pattern.compile("[A-Za-z0-9._-]{1,253}|[0-9A-Fa-f:.]{2,45}");

    private static final AddressRule OWN_HOST = new AddressRule(Set.of());

    private final Set<String> allowed;

    private AddressRule(Set<String> allowed) {
        this.allowed = allowed;
    }

    /** Returns the rule that allows only the service's own host. */
    public static AddressRule ownHostOnly() {
        return OWN_HOST;
    }

    /** Returns the rule that allows the service's own host, and these by exact name; there are no patterns. */
    public static AddressRule alsoAllowing(List<String> hosts) {
        Set<String> allowed = new HashSet<>();
        hosts.forEach(host -> allowed.add(plain(host)));
        return new AddressRule(Set.copyOf(allowed));
    }

    /**
     * Returns the allowed addresses, in order. An address without a host gets the service's, and one with another
     * spelling of it gets the service's spelling: names of queues are distinguished by case.
     *
     * @param serviceHost the host of the URL by which the service is called
     */
    public List<HostPort> permitted(String serviceHost, List<HostPort> addresses) {
        List<HostPort> permitted = new ArrayList<>();
        for (HostPort address : addresses) {
            if (address.isOwnHost() || isSame(serviceHost, address.host())) {
                permitted.add(new HostPort(withoutBrackets(serviceHost), address.port()));
            } else if (isAllowed(address.host())) {
                permitted.add(new HostPort(withoutBrackets(address.host()), address.port()));
            }
        }
        return permitted;
    }

    private static boolean isSame(String serviceHost, String host) {
        return isHost(host) && plain(host).equals(plain(serviceHost));
    }

    private boolean isAllowed(String host) {
        return isHost(host) && allowed.contains(plain(host));
    }

    private static boolean isHost(String host) {
        return HOST.matcher(plain(host)).matches();
    }

    private static String plain(String host) {
        String bare = withoutBrackets(host);
        String undotted = bare.endsWith(".") ? bare.substring(0, bare.length() - 1) : bare;
        // Folds the case of ASCII only: some letters of other scripts have an ASCII lower case.
        return undotted.chars().allMatch(sign -> sign < 0x80) ? undotted.toLowerCase(Locale.ROOT) : undotted;
    }

    private static String withoutBrackets(String host) {
        return host.length() > 2 && host.startsWith("[") && host.endsWith("]")
                ? host.substring(1, host.length() - 1)
                : host;
    }
}
