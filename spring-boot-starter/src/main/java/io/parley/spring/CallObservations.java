package io.parley.spring;

import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationPredicate;
import io.parley.channel.http.HttpFrames;
import io.parley.channel.websocket.WebSocket;
import jakarta.servlet.http.HttpServletRequest;
import org.jspecify.annotations.Nullable;
import org.springframework.http.server.observation.ServerRequestObservationContext;

/**
 * Excludes requests with session frames from Boot's {@code http.server.requests} and from its spans: they are not
 * calls, and long polls last long. Applies only below the path of CXF's servlet, so that the headers of a request
 * cannot hide it elsewhere. Stateless.
 */
final class CallObservations implements ObservationPredicate {
    private final String path;

    CallObservations(String path) {
        this.path = path.endsWith("/") ? path : path + "/";
    }

    /** Returns whether to observe a request. */
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
