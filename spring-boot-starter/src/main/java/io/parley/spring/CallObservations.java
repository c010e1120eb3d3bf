package io.parley.spring;

import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationPredicate;
import io.parley.channel.http.HttpFrames;
import io.parley.channel.websocket.WebSocket;
import jakarta.servlet.http.HttpServletRequest;
import org.jspecify.annotations.Nullable;
import org.springframework.http.server.observation.ServerRequestObservationContext;

/**
 * Keeps the requests that carry frames of sessions out of Boot's {@code http.server.requests} and of its spans: they are no calls,
 * and some are held for long. Only below the path of CXF's servlet, so that nobody hides other requests by their headers. Stateless.
 */
final class CallObservations implements ObservationPredicate {
    private final String path;

    CallObservations(String path) {
        this.path = path.endsWith("/") ? path : path + "/";
    }

    /** Returns false for a request that is not to be observed. */
    @Override
    public boolean test(String name, Observation.Context context) {
        return !(context instanceof ServerRequestObservationContext request && carriesFrames(request.getCarrier()));
    }

    private boolean carriesFrames(@Nullable HttpServletRequest request) {
        if (request == null) {
            return false;
        }
        String below = request.getContextPath() + path;
        return request.getRequestURI().startsWith(below)
                && (HttpFrames.isOurs(request.getContentType())
                        || WebSocket.SUBPROTOCOL.equals(request.getHeader("Sec-WebSocket-Protocol")));
    }
}
