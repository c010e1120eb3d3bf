package io.parley.cxf.addressing;

import java.util.List;
import org.apache.cxf.Bus;
import org.apache.cxf.feature.AbstractFeature;
import org.apache.cxf.interceptor.InterceptorProvider;

/**
 * Feature for a service with WS-Addressing that restricts replies and faults to the request's connection or to
 * addresses that the operator has allowed. A request with any other address is refused before user code is called and
 * without connecting to it, regardless of CXF's system properties. Requests without WS-Addressing are not affected.
 *
 * <p>A caller whose reply address is not anonymous receives HTTP 202; the reply follows as a message of its own with
 * {@code wsa:RelatesTo}.
 */
public final class ReplyAddresses extends AbstractFeature {
    private final AllowedAddresses allowed;

    private ReplyAddresses(AllowedAddresses allowed) {
        this.allowed = allowed;
    }

    /** Returns the feature that allows replies only on the connection of the request. */
    public static ReplyAddresses none() {
        return only(List.of());
    }

    /**
     * Returns the feature that also allows replies to the given addresses.
     *
     * @param addresses http or https URLs; one that ends with a slash includes the paths below it
     * @throws IllegalArgumentException for any other address, or one with a user or fragment
     */
    public static ReplyAddresses only(List<String> addresses) {
        return new ReplyAddresses(AllowedAddresses.of(addresses));
    }

    @Override
    protected void initializeProvider(InterceptorProvider endpoint, Bus bus) {
        endpoint.getInInterceptors().add(new WithoutAddressing());
        endpoint.getInInterceptors().add(new ReplyAddressCheck(allowed));
    }
}
