package io.parley.cxf.channel;

import io.parley.Limit;
import io.parley.Limits;
import io.parley.channel.Connection;
import io.parley.channel.ConnectionHandler;
import io.parley.channel.UrlPendingConnections;
import io.parley.channel.http.Affinity;
import io.parley.channel.websocket.Upgrade;
import io.parley.channel.websocket.UpgradeDesk;
import io.parley.channel.websocket.UpgradeRefusal;
import io.parley.channel.websocket.WebSocket;
import io.parley.transport.stream.WebSockets;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Supplier;
import org.apache.cxf.interceptor.Fault;
import org.apache.cxf.interceptor.StaxInInterceptor;
import org.apache.cxf.message.Message;
import org.apache.cxf.phase.AbstractPhaseInterceptor;
import org.apache.cxf.phase.Phase;
import org.apache.cxf.transport.http.AbstractHTTPDestination;
import org.jspecify.annotations.Nullable;

/**
 * Takes WebSocket upgrades out of a service's interceptor chain. Runs after the transport's security interceptors, the
 * servlet filters and the container's authentication.
 */
public final class UpgradesIn extends AbstractPhaseInterceptor<Message> {
    private final Supplier<@Nullable Entry> entry;

    /**
     * Target of an endpoint's WebSockets.
     *
     * @param behindFilters whether a connection may bypass filters that judge each request
     * @param keepAlive longest silence of this side
     * @param acceptor returns the handler of a connection of that principal
     */
    public record Entry(
            UpgradeDesk desk,
            Limits limits,
            boolean behindFilters,
            Duration keepAlive,
            BiFunction<Connection, String, ConnectionHandler> acceptor) {}

    /**
     * Creates the interceptor.
     *
     * @param entry supplies the endpoint's target; null while the endpoint does not offer the channel
     */
    public UpgradesIn(Supplier<@Nullable Entry> entry) {
        super(Phase.POST_STREAM);
        addBefore(StaxInInterceptor.class.getName());
        this.entry = entry;
    }

    /** Returns whether the container of a request can hand over HTTP/1.1 connections for non-blocking I/O. */
    public static boolean isPossible(HttpServletRequest request) {
        return ContainerUpgrade.of(request).isPresent();
    }

    @Override
    public void handleMessage(Message message) {
        if (isRequestor(message)
                || !(message.get(AbstractHTTPDestination.HTTP_REQUEST) instanceof HttpServletRequest request)
                || !(message.get(AbstractHTTPDestination.HTTP_RESPONSE) instanceof HttpServletResponse response)
                || !isForParley(name -> Collections.list(request.getHeaders(name)))) {
            return;
        }
        Entry own = entry.get();
        if (own == null && request.getHeader(WebSocket.DIGEST_HEADER) == null) {
            return;
        }
        try {
            if (own == null) {
                // Nothing was agreed with this node yet: a request that names a node is for another one, any other may
                // come too early.
                throw request.getHeader(Affinity.NODE_HEADER) == null
                        ? Upgrade.noRoom("no session by this channel was agreed here yet")
                        : Upgrade.elsewhere();
            }
            upgrade(own, message, request, response);
        } catch (UpgradeRefusal e) {
            refuse(message, response, e);
        } catch (IOException e) {
            throw new Fault(e);
        }
    }

    /** Returns whether a request asks for an upgrade of Parley; others belong to the application. */
    private static boolean isForParley(Function<String, List<String>> headers) {
        return Upgrade.isWanted(headers) && Upgrade.namesParley(headers);
    }

    private static void upgrade(Entry own, Message message, HttpServletRequest request, HttpServletResponse response)
            throws UpgradeRefusal, IOException {
        String principal = io.parley.cxf.transport.Caller.nameOf(message);
        Upgrade upgrade =
                own.desk().admit(request.getMethod(), name -> Collections.list(request.getHeaders(name)), principal);
        if (!own.behindFilters() && ServletFilters.mayJudge(message, request)) {
            throw Upgrade.aroundFilters("parley.servlets-allowed");
        }
        if (request.getContentLengthLong() > 0 || request.getHeader("Transfer-Encoding") != null) {
            throw Upgrade.malformed("no body");
        }
        if (!request.getProtocol().equals("HTTP/1.1")) {
            throw Upgrade.malformed("HTTP/1.1");
        }
        ContainerUpgrade container = ContainerUpgrade.of(request)
                .orElseThrow(() -> Upgrade.noRoom("the container does not hand connections over"));
        message.getInterceptorChain().abort();
        response.setStatus(HttpServletResponse.SC_SWITCHING_PROTOCOLS);
        upgrade.answer().forEach(response::setHeader);
        boolean secure = request.isSecure();
        String remote = request.getRemoteAddr() + ":" + request.getRemotePort() + " over websocket";
        container.begin(request, socket -> {
            UrlPendingConnections.Place place = own.desk().place();
            WebSockets.Accepting options = new WebSockets.Accepting(
                    secure,
                    own.limits().get(Limit.FRAME_RATE),
                    own.keepAlive(),
                    accepted -> place.leave(),
                    place.taking(connection -> own.acceptor().apply(connection, principal)));
            return WebSockets.accept(socket, remote, options, place::leave);
        });
        response.flushBuffer();
    }

    private static void refuse(Message message, HttpServletResponse response, UpgradeRefusal why) {
        message.getInterceptorChain().abort();
        try {
            response.setStatus(why.status());
            response.setContentType("text/plain; charset=UTF-8");
            response.setHeader(WebSocket.CODE_HEADER, why.code().name());
            if (why.status() == UpgradeRefusal.OTHER_VERSION) {
                response.setHeader("Sec-WebSocket-Version", WebSocket.VERSION);
            } else {
                response.setHeader("Connection", "close");
            }
            response.getOutputStream().write(why.text().getBytes(StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new Fault(e);
        }
    }
}
