package io.parley.examples.compare;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Place of a service that is there.
 *
 * @param wsdl its WSDL: a file or an address
 * @param address of the service; empty for that of the WSDL without its query, or, where that is a file, the one that it names
 * @param headers of HTTP that are sent with each call
 */
public record ServiceLocation(String wsdl, String address, Map<String, List<String>> headers) {
    public ServiceLocation {
        headers = Map.copyOf(headers);
    }

    /** Returns the address of the service; empty if the WSDL has to name it. */
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
