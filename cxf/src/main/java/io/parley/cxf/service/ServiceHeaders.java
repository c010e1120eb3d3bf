package io.parley.cxf.service;

import io.parley.Limit;
import io.parley.cxf.bus.BusRuntime;
import io.parley.cxf.bus.EndpointSettings;
import io.parley.cxf.bus.HeaderContexts;
import io.parley.cxf.transport.Caller;
import io.parley.negotiation.Agreement;
import io.parley.negotiation.Offer;
import io.parley.negotiation.Reliability;
import io.parley.soap.StaticHeader;
import io.parley.soap.StaticHeaders;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/** Static header blocks of the sessions of a service. Stateless. */
final class ServiceHeaders {
    private final EndpointSettings settings;

    ServiceHeaders(EndpointSettings settings) {
        this.settings = settings;
    }

    /**
     * Returns the header blocks named in an offer that this caller sent before, by their contexts, up to the limits of
     * a session.
     */
    Map<String, StaticHeader> sentBefore(Offer offer, Caller caller, BusRuntime runtime) {
        Map<String, StaticHeader> sent = new LinkedHashMap<>();
        long headersLeft = room(offer, Limit.STATIC_HEADERS);
        long bytesLeft = room(offer, Limit.STATIC_HEADER_BYTES);
        for (String context : offer.headers()) {
            Optional<StaticHeader> found =
                    headersLeft > 0 ? runtime.headerContexts().find(context, caller.name()) : Optional.empty();
            if (found.isPresent() && found.get().length() <= bytesLeft) {
                sent.put(context, found.get());
                headersLeft--;
                bytesLeft -= found.get().length();
            }
        }
        return sent;
    }

    private long room(Offer offer, Limit limit) {
        return Math.min(settings.limits().get(limit), offer.limits().getOrDefault(limit.setting(), Long.MAX_VALUE));
    }

    /**
     * Returns the header blocks of a new session.
     *
     * @param sent those that its caller sent before, by their contexts
     */
    StaticHeaders begin(Agreement agreement, Caller caller, Map<String, StaticHeader> sent, BusRuntime runtime) {
        HeaderContexts contexts = runtime.headerContexts();
        StaticHeaders headers = StaticHeaders.begin(
                agreement.limits(),
                context -> contexts.text(context, caller.name()),
                contexts.storingFor(caller.name()));
        headers.stored()
                .begin(agreement.headers().stream()
                        .map(context -> Objects.requireNonNull(sent.get(context), "the answer was made of these"))
                        .toList());
        if (!settings.staticHeaders() || agreement.reliability() == Reliability.DURABLE) {
            headers.sent().stop();
        }
        return headers;
    }
}
