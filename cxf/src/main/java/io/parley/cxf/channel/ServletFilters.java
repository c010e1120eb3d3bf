package io.parley.cxf.channel;

import jakarta.servlet.http.HttpServletRequest;
import java.util.regex.Pattern;
import org.apache.cxf.message.Message;
import org.apache.cxf.transport.http.AbstractHTTPDestination;

/** Filters and logins of a container, which see the upgrade to a WebSocket and none of the calls behind it. Stateless. */
public final class ServletFilters {
    /** Filters that Spring Boot, containers and Parley itself bring into each application, and that let everybody in. */
    private static final Pattern LETTING_IN = Pattern.compile(
            "org\\.springframework\\.(web\\.filter|boot\\.servlet\\.filter|boot\\.web\\.servlet\\.filter)\\.(Ordered)?"
                    + "(CharacterEncoding|FormContent|HiddenHttpMethod|RequestContext|ForwardedHeader|ServerHttpObservation)Filter"
                    + "|org\\.apache\\.tomcat\\.websocket\\.server\\.WsFilter"
                    + "|org\\.eclipse\\.jetty\\.ee[0-9]+\\.websocket\\.servlet\\.WebSocketUpgradeFilter"
                    + "|io\\.undertow\\.websockets\\.jsr\\.JsrWebSocketFilter");

    private ServletFilters() {}

    /**
     * Returns whether something may judge the requests of a service one by one that would see none of a WebSocket: a login of the
     * container's, or a filter of the application that may refuse one. Filters that cannot be seen count as such.
     */
    public static boolean mayJudge(Message message, HttpServletRequest request) {
        boolean isServlet = message.get(AbstractHTTPDestination.HTTP_CONFIG) != null;
        return request.getUserPrincipal() != null || (isServlet && mayRefuse(request));
    }

    private static boolean mayRefuse(HttpServletRequest request) {
        try {
            return request.getServletContext().getFilterRegistrations().values().stream()
                    .anyMatch(filter -> filter.getClassName() == null
                            || !LETTING_IN.matcher(filter.getClassName()).matches());
        } catch (UnsupportedOperationException e) {
            return true; // as in Quarkus, whose requests have no context
        }
    }
}
