package io.parley.cxf.channel;

import jakarta.servlet.http.HttpServletRequest;
import java.util.regex.Pattern;
import org.apache.cxf.message.Message;
import org.apache.cxf.transport.http.AbstractHTTPDestination;

/**
 * Detects filters and logins of a container, which see the upgrade to a WebSocket but not the calls on it. Stateless.
 */
public final class ServletFilters {
    /** Filters that Spring Boot, containers and Parley add to every application and that refuse no request. */
    private static final Pattern HARMLESS = Pattern.compile(
            "org\\.springframework\\.(web\\.filter|boot\\.servlet\\.filter|boot\\.web\\.servlet\\.filter)\\.(Ordered)?"
                    + "(CharacterEncoding|FormContent|HiddenHttpMethod|RequestContext|ForwardedHeader|ServerHttpObservation)Filter"
                    + "|org\\.apache\\.tomcat\\.websocket\\.server\\.WsFilter"
                    + "|org\\.eclipse\\.jetty\\.ee[0-9]+\\.websocket\\.servlet\\.WebSocketUpgradeFilter"
                    + "|io\\.undertow\\.websockets\\.jsr\\.JsrWebSocketFilter");

    private ServletFilters() {}

    /**
     * Returns whether requests of a service may be judged one by one, which calls on a WebSocket would bypass: by a
     * login of the container, or by a filter that may refuse a request. Filters that cannot be inspected count as such.
     */
    public static boolean mayJudge(Message message, HttpServletRequest request) {
        boolean isServlet = message.get(AbstractHTTPDestination.HTTP_CONFIG) != null;
        return request.getUserPrincipal() != null || (isServlet && mayRefuse(request));
    }

    private static boolean mayRefuse(HttpServletRequest request) {
        try {
            return request.getServletContext().getFilterRegistrations().values().stream()
                    .anyMatch(filter -> filter.getClassName() == null
                            || !HARMLESS.matcher(filter.getClassName()).matches());
        } catch (UnsupportedOperationException e) {
            return true; // requests of Quarkus have no servlet context
        }
    }
}
