package io.parley.endpoint.negotiated;

import io.parley.endpoint.Contract;
import io.parley.endpoint.EndpointBuilder;
import io.parley.negotiation.Reliability;
import java.util.List;

/**
 * Builder of a service that answers offers of sessions. Not thread-safe.
 *
 * @param <B> the type of the builder itself
 */
public abstract class NegotiatedEndpointBuilder<B extends NegotiatedEndpointBuilder<B>> extends EndpointBuilder<B> {
    private List<String> representations = List.of("hhfr");

    protected NegotiatedEndpointBuilder(Contract contract) {
        super(contract);
    }

    /**
     * Sets the representations that it accepts in sessions, best first, as for {@code StreamEndpoint}. Default:
     * {@code hhfr}.
     *
     * @throws IllegalArgumentException if one is not on the class path, or cannot carry the contract's messages
     */
    public final B representations(String... names) {
        List<String> wanted = List.of(names);
        wanted.forEach(contract()::checkCarried);
        representations = wanted;
        return self();
    }

    /** Returns the terms of answers. */
    protected final EndpointTerms terms() {
        return new EndpointTerms(
                contract(),
                limits(),
                representations,
                compression(),
                isResumable() ? Reliability.RESUME : Reliability.NONE);
    }
}
