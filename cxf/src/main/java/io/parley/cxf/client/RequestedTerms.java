package io.parley.cxf.client;

import io.parley.Limit;
import io.parley.Limits;
import io.parley.cxf.bus.EndpointSettings;
import io.parley.cxf.endpoint.LazyModel;
import io.parley.peer.Proposal;
import io.parley.soap.SoapVersion;
import java.util.List;
import java.util.StringJoiner;
import org.jspecify.annotations.Nullable;

/**
 * Terms that a client asks for in its offers under the settings of one call, and the proposal derived from them.
 * Immutable.
 */
final class RequestedTerms {
    private final List<@Nullable Object> settings;
    private final LazyModel.Derived data;
    private final Proposal proposal;

    private RequestedTerms(List<@Nullable Object> settings, LazyModel.Derived data, Proposal proposal) {
        this.settings = settings;
        this.data = data;
        this.proposal = proposal;
    }

    /**
     * Returns the terms that a client with that data asks for.
     *
     * @param soap version of SOAP that it sends, also in its offers: a service may refuse one of them
     * @throws IllegalArgumentException if a setting has an invalid value
     */
    static RequestedTerms of(EndpointSettings settings, LazyModel.Derived data, SoapVersion soap) {
        StringJoiner text = new StringJoiner("; ");
        text.add("soap " + soap);
        text.add("representations " + settings.representationClauses());
        text.add("expendable " + settings.expendable());
        text.add("channels " + settings.channelNames());
        text.add("compressions " + settings.compressions());
        text.add("reliabilities " + settings.reliabilities());
        text.add("hosts " + settings.allowedHosts());
        text.add("static headers " + settings.staticHeaders());
        limits(text, data.limits());
        Proposal proposal = new Proposal(data.model().description().fingerprint(), text.toString());
        return new RequestedTerms(settings.offerValues(), data, proposal);
    }

    private static void limits(StringJoiner text, Limits limits) {
        for (Limit limit : Limit.values()) {
            if (limit.agreed() && limits.get(limit) != limit.initial()) {
                text.add(limit.setting() + " " + limits.get(limit));
            }
        }
    }

    /** Returns whether a call with these settings and data asks for the same terms. */
    boolean isOf(EndpointSettings others, LazyModel.Derived otherData) {
        return data.equals(otherData) && others.hasOfferValues(settings);
    }

    Proposal proposal() {
        return proposal;
    }
}
