package io.parley.cxf.addressing;

import java.util.List;
import org.apache.cxf.Bus;
import org.apache.cxf.feature.AbstractFeature;
import org.apache.cxf.interceptor.InterceptorProvider;

/**
 * Feature for a service with WS-Addressing: replies and faults go back on the connection of their request, or to
 * addresses that the operator has named. A request that names any other is refused before any user code is called, and
 * nothing is connected to, whatever the system properties of CXF allow. Requests without WS-Addressing are left alone.
 *
 * <p>A caller that is answered elsewhere is told so by HTTP's 202; the answer follows as a message of its own, with
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
     * Also to these, as http or https addresses; one that ends with a slash stands for what is below it too.
     *
     * @throws IllegalArgumentException for another address, or one with a user or a fragment
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
