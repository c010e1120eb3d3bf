package io.parley.cxf.wscontext;

import io.parley.Limits;
import io.parley.context.ContextStore;
import io.parley.context.ContextStores;
import io.parley.context.StoreSettings;
import io.parley.cxf.Published;
import io.parley.cxf.addressing.ReplyAddresses;
import io.parley.store.wscontext.CallerPolicy;
import io.parley.store.wscontext.WsContextService;
import io.parley.store.wscontext.message.WsContextPort;
import io.parley.testkit.FakeTimers;
import jakarta.xml.ws.BindingProvider;
import jakarta.xml.ws.soap.SOAPBinding;
import java.security.Principal;
import java.time.Duration;
import java.util.Map;
import org.apache.cxf.configuration.security.AuthorizationPolicy;
import org.apache.cxf.endpoint.Server;
import org.apache.cxf.jaxws.JaxWsServerFactoryBean;
import org.apache.cxf.message.Message;
import org.apache.cxf.phase.AbstractPhaseInterceptor;
import org.apache.cxf.phase.Phase;
import org.apache.cxf.security.SecurityContext;

/** The service over a store in memory, on real HTTP; callers authenticate with any name and the password "secret". */
final class ContextPlace implements AutoCloseable {
    static final String SOAP11 = SOAPBinding.SOAP11HTTP_BINDING;
    static final String SOAP12 = SOAPBinding.SOAP12HTTP_BINDING;
    private static final Duration NO_SWEEPS = Duration.ofDays(1);

    final FakeTimers time = new FakeTimers();
    final ContextStore store;
    final Published published = new Published();

    ContextPlace(Limits limits, CallerPolicy callers) {
        this(limits, callers, ReplyAddresses.none());
    }

    ContextPlace(Limits limits, CallerPolicy callers, ReplyAddresses replies) {
        store = ContextStores.open(
                "memory:", StoreSettings.defaults().with(limits).withClock(time).withSweepEvery(NO_SWEEPS));
        JaxWsServerFactoryBean publisher = new JaxWsServerFactoryBean();
        publisher.setBus(published.serviceBus);
        publisher.setServiceBean(new WsContextService(store, limits, address(), callers));
        publisher.setAddress(address());
        publisher.getFeatures().add(replies);
        Server server = publisher.create();
        server.getEndpoint().getInInterceptors().add(new PasswordCheck());
    }

    static ContextPlace create() {
        return new ContextPlace(Limits.defaults(), CallerPolicy.authenticated());
    }

    String address() {
        return published.endpoint("ws-context");
    }

    WsContextPort client(String binding, String user) {
        return as(user, published.proxy(WsContextPort.class, address(), binding));
    }

    private static WsContextPort as(String user, WsContextPort port) {
        if (!user.isEmpty()) {
            Map<String, Object> request = ((BindingProvider) port).getRequestContext();
            request.put(BindingProvider.USERNAME_PROPERTY, user);
            request.put(BindingProvider.PASSWORD_PROPERTY, "secret");
        }
        return port;
    }

    @Override
    public void close() {
        published.close();
        store.close();
    }

    /** Authenticates callers in place of a servlet container or a security handler. */
    private static final class PasswordCheck extends AbstractPhaseInterceptor<Message> {
        PasswordCheck() {
            super(Phase.READ);
        }

        @Override
        public void handleMessage(Message message) {
            AuthorizationPolicy policy = message.get(AuthorizationPolicy.class);
            if (policy != null && "secret".equals(policy.getPassword())) {
                message.put(SecurityContext.class, new Named(policy.getUserName()));
            }
        }
    }

    private record Named(String name) implements SecurityContext {
        @Override
        public Principal getUserPrincipal() {
            return () -> name;
        }

        @Override
        public boolean isUserInRole(String role) {
            return false;
        }
    }
}
