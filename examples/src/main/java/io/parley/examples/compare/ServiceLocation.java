package io.parley.examples.compare;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Location of an existing service.
 *
 * @param wsdl its WSDL: a file or a URL
 * @param address address of the service; empty for the WSDL's URL without its query, or, for a file, the address in the
 *     WSDL
 * @param headers HTTP headers to send with each call
 */
public record ServiceLocation(String wsdl, String address, Map<String, List<String>> headers) {
    public ServiceLocation {
        headers = Map.copyOf(headers);
    }

    /** Returns the address of the service; empty if it must be taken from the WSDL. */
    Optional<String> known() {
        if (!address.isEmpty()) {
            return Optional.of(address);
        }
        int query = wsdl.indexOf('?');
        return query > 0 && wsdl.regionMatches(true, 0, "http", 0, "http".length())
                ? Optional.of(wsdl.substring(0, query))
                : Optional.empty();
    }
}
